#include <stddef.h>
#include <stdint.h>

// The entry of the fuzzing engine, which is in the compiler's runtime.
int LLVMFuzzerRunDriver(int *argument_count, char ***arguments, int (*callback)(const uint8_t *bytes, size_t count));
