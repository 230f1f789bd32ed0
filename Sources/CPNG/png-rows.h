// Reads a PNG row by row, and writes small ones. libpng reports errors by longjmp, which Swift cannot express, and its simplified API needs
// the whole picture in memory, so these few lines are C. No jump crosses a Swift frame.
#ifndef TIMELINE_PNG_ROWS_H
#define TIMELINE_PNG_ROWS_H

#include <png.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The bytes to decode, and the functions that receive the pixels.
typedef struct {
    const uint8_t *bytes;
    size_t count;
    size_t position;
    void *context;
    // Receives the ICC profile, if any, before the rows.
    void (*take_profile)(void *context, const uint8_t *bytes, size_t count);
    // Receives `count` RGBA pixels of 8 bits each: those of row `top` at `left`, `left + step`, …
    void (*take_row)(void *context, uint32_t top, uint32_t left, uint32_t step, uint32_t count,
                     const uint8_t *pixels);
} timeline_png;

static inline void timeline_png_bytes(png_structp png, png_bytep target, size_t count) {
    timeline_png *source = (timeline_png *)png_get_io_ptr(png);
    if (count > source->count - source->position) png_error(png, "cut short");
    memcpy(target, source->bytes + source->position, count);
    source->position += count;
}

// libpng's own handler would write to standard error.
static inline void timeline_png_failed(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static inline void timeline_png_warned(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

// Converts every colour type and depth to RGBA of 8 bits.
static inline void timeline_png_transform(png_structp png, png_infop info) {
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    png_read_update_info(png, info);
}

static inline void timeline_png_profile(png_structp png, png_infop info, timeline_png *source) {
    png_charp name;
    int method;
    png_bytep profile;
    png_uint_32 count;
    if (png_get_iCCP(png, info, &name, &method, &profile, &count) == PNG_INFO_iCCP)
        source->take_profile(source->context, profile, count);
}

// Returns the passes of an interlaced picture in their order, each pixel once.
static inline void timeline_png_rows(png_structp png, png_infop info, timeline_png *source,
                                     uint8_t *row) {
    uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    int interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
    for (int pass = 0; pass < (interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1); pass++) {
        uint32_t left = interlaced ? PNG_PASS_START_COL(pass) : 0;
        uint32_t top = interlaced ? PNG_PASS_START_ROW(pass) : 0;
        uint32_t step = interlaced ? 1u << PNG_PASS_COL_SHIFT(pass) : 1;
        uint32_t leap = interlaced ? 1u << PNG_PASS_ROW_SHIFT(pass) : 1;
        if (left >= width) continue;
        uint32_t count = (width - left + step - 1) / step;
        for (uint32_t y = top; y < height; y += leap) {
            png_read_row(png, row, NULL);
            source->take_row(source->context, y, left, step, count, row);
        }
    }
}

// Reads the whole picture and returns whether that succeeded.
static inline int timeline_png_read(timeline_png *source, size_t profile_limit) {
    png_structp png =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, timeline_png_failed, timeline_png_warned);
    if (png == NULL) return 0;
    png_infop info = png_create_info_struct(png);
    uint8_t *volatile row = NULL;
    if (info == NULL || setjmp(png_jmpbuf(png))) {
        free(row);
        png_destroy_read_struct(&png, &info, NULL);
        return 0;
    }
    png_set_read_fn(png, source, timeline_png_bytes);
    png_set_chunk_malloc_max(png, profile_limit);
    png_read_info(png, info);
    timeline_png_profile(png, info, source);
    timeline_png_transform(png, info);
    size_t row_bytes = png_get_rowbytes(png, info);
    row = row_bytes == 4 * (size_t)png_get_image_width(png, info) ? (uint8_t *)malloc(row_bytes) : NULL;
    if (row == NULL) png_error(png, "no row");
    timeline_png_rows(png, info, source, row);
    free(row);
    png_destroy_read_struct(&png, &info, NULL);
    return 1;
}

static inline png_image timeline_png_image(uint32_t width, uint32_t height, int fast) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = PNG_FORMAT_RGB;
    image.flags = fast ? PNG_IMAGE_FLAG_FAST : 0;
    return image;
}

// Returns a number of bytes that is enough for any picture of this size.
static inline size_t timeline_png_bound(uint32_t width, uint32_t height) {
    png_image image = timeline_png_image(width, height, 0);
    return PNG_IMAGE_PNG_SIZE_MAX(image);
}

// Writes RGB pixels of 8 bits each into a buffer of `*count` bytes, sets `*count` to the size of the file, and returns
// whether that succeeded.
static inline int timeline_png_write(const uint8_t *pixels, uint32_t width, uint32_t height, int fast, void *target,
                                     size_t *count) {
    png_image image = timeline_png_image(width, height, fast);
    int written = png_image_write_to_memory(&image, target, count, 0, pixels, 0, NULL);
    png_image_free(&image);
    return written;
}

#endif
