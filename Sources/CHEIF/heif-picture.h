// Decodes a HEIC with libheif, which is loaded at run time: neither building nor running needs it. Its functions return
// structures that Swift cannot declare, so these few lines are C. The declarations follow the documented C interface of
// version 1.4 and later.
#ifndef TIMELINE_HEIF_PICTURE_H
#define TIMELINE_HEIF_PICTURE_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// An error of the library; `code` is 0 for success.
typedef struct {
    int code;
    int subcode;
    const char *message;
} timeline_heif_error;

enum {
    timeline_heif_invalid = 2,
    timeline_heif_unsupported_type = 3,
    timeline_heif_unsupported_feature = 4,
    timeline_heif_missing_plugin = 11,
    // The library's constants for HEVC, RGB, interleaved channels of 8 bits, and the plane with them.
    timeline_heif_hevc = 1,
    timeline_heif_rgb = 1,
    timeline_heif_rgba = 11,
    timeline_heif_interleaved = 10,
};

// The functions of the library.
typedef struct {
    int (*can_decode)(int format);
    void *(*context)(void);
    void (*free_context)(void *context);
    void (*limit_sides)(void *context, int side);
    timeline_heif_error (*read)(void *context, const void *bytes, size_t count, const void *options);
    timeline_heif_error (*primary)(void *context, void **handle);
    void (*free_handle)(const void *handle);
    int (*width)(const void *handle);
    int (*height)(const void *handle);
    size_t (*profile_size)(const void *handle);
    timeline_heif_error (*profile)(const void *handle, void *target);
    timeline_heif_error (*decode)(const void *handle, void **image, int space, int chroma,
                                  const void *options);
    int (*plane_width)(const void *image, int channel);
    int (*plane_height)(const void *image, int channel);
    const uint8_t *(*plane)(const void *image, int channel, int *stride);
    void (*free_image)(const void *image);
} timeline_heif;

// The bytes to decode, and the functions that receive the pixels.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    // Larger pictures are not decoded.
    int side_limit;
    size_t pixel_limit;
    size_t profile_limit;
    void *context;
    // Receives the ICC profile, if any, before the pixels.
    void (*take_profile)(void *context, const uint8_t *bytes, size_t count);
    // Receives the upright picture as RGBA, 8 bits each; a row starts `stride` bytes after the one above.
    void (*take_pixels)(void *context, size_t width, size_t height, size_t stride,
                        const uint8_t *pixels);
} timeline_heif_source;

static inline int timeline_heif_find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

// Loads the library and returns whether it has all functions and an HEVC decoder. The library is never closed.
static inline int timeline_heif_load(timeline_heif *heif, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 0;
    int is_whole =
        timeline_heif_find(library, "heif_have_decoder_for_format", &heif->can_decode) &&
        timeline_heif_find(library, "heif_context_alloc", &heif->context) &&
        timeline_heif_find(library, "heif_context_free", &heif->free_context) &&
        timeline_heif_find(library, "heif_context_set_maximum_image_size_limit", &heif->limit_sides) &&
        timeline_heif_find(library, "heif_context_read_from_memory_without_copy", &heif->read) &&
        timeline_heif_find(library, "heif_context_get_primary_image_handle", &heif->primary) &&
        timeline_heif_find(library, "heif_image_handle_release", &heif->free_handle) &&
        timeline_heif_find(library, "heif_image_handle_get_width", &heif->width) &&
        timeline_heif_find(library, "heif_image_handle_get_height", &heif->height) &&
        timeline_heif_find(library, "heif_image_handle_get_raw_color_profile_size", &heif->profile_size) &&
        timeline_heif_find(library, "heif_image_handle_get_raw_color_profile", &heif->profile) &&
        timeline_heif_find(library, "heif_decode_image", &heif->decode) &&
        timeline_heif_find(library, "heif_image_get_width", &heif->plane_width) &&
        timeline_heif_find(library, "heif_image_get_height", &heif->plane_height) &&
        timeline_heif_find(library, "heif_image_get_plane_readonly", &heif->plane) &&
        timeline_heif_find(library, "heif_image_release", &heif->free_image);
    if (!is_whole) return 0;
    // The first context loads the decoders.
    void *context = heif->context();
    if (context != NULL) heif->free_context(context);
    return heif->can_decode(timeline_heif_hevc);
}

static inline void timeline_heif_take_profile(const timeline_heif *heif, const void *handle,
                                              const timeline_heif_source *source) {
    size_t count = heif->profile_size(handle);
    if (count == 0 || count > source->profile_limit) return;
    uint8_t *profile = (uint8_t *)malloc(count);
    if (profile != NULL && heif->profile(handle, profile).code == 0)
        source->take_profile(source->context, profile, count);
    free(profile);
}

// A picture with another size than its file declares is damaged.
static inline int timeline_heif_take_pixels(const timeline_heif *heif, const void *image, int width,
                                            int height, const timeline_heif_source *source) {
    int stride = 0;
    const uint8_t *pixels = heif->plane(image, timeline_heif_interleaved, &stride);
    if (pixels == NULL || stride / 4 < width ||
        heif->plane_width(image, timeline_heif_interleaved) != width ||
        heif->plane_height(image, timeline_heif_interleaved) != height)
        return timeline_heif_invalid;
    source->take_pixels(source->context, (size_t)width, (size_t)height, (size_t)stride, pixels);
    return 0;
}

static inline int timeline_heif_decode(const timeline_heif *heif, const void *handle,
                                       const timeline_heif_source *source) {
    int width = heif->width(handle), height = heif->height(handle);
    if (width <= 0 || height <= 0 || (size_t)width > source->pixel_limit / (size_t)height)
        return timeline_heif_invalid;
    timeline_heif_take_profile(heif, handle, source);
    void *image = NULL;
    int code = heif->decode(handle, &image, timeline_heif_rgb, timeline_heif_rgba, NULL).code;
    if (code == 0) code = timeline_heif_take_pixels(heif, image, width, height, source);
    if (image != NULL) heif->free_image(image);
    return code;
}

// Decodes the primary picture and returns the library's error code, 0 for success.
static inline int timeline_heif_read(const timeline_heif *heif, const timeline_heif_source *source) {
    void *context = heif->context();
    if (context == NULL) return timeline_heif_invalid;
    heif->limit_sides(context, source->side_limit);
    int code = heif->read(context, source->bytes, source->count, NULL).code;
    void *handle = NULL;
    if (code == 0) code = heif->primary(context, &handle).code;
    if (code == 0) code = timeline_heif_decode(heif, handle, source);
    if (handle != NULL) heif->free_handle(handle);
    heif->free_context(context);
    return code;
}

#endif
