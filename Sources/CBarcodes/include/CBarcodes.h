#ifndef CBARCODES_H
#define CBARCODES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What is looked for; one bit each.
enum {
    CB_QR = 1 << 0,
    CB_EAN = 1 << 1,       // EAN-8, EAN-13 and their American kin
    CB_CODE_128 = 1 << 2,
    CB_CODE_39 = 1 << 3,
    CB_ITF = 1 << 4,
};

/// A code that was read; its payload is `count` bytes of UTF-8 at `offset`.
typedef struct {
    uint32_t kind;
    /// Of its corners, in pixels.
    int32_t left, top, right, bottom;
    uint32_t offset, count;
} cb_code;

/// Reads dark codes on light ground in a grey picture without padding. No exception leaves it.
/// Returns how many codes were read, at most `capacity`; a payload that doesn't fit is left out.
/// Time grows with the third power of the finder patterns in the picture: the caller bounds them.
int32_t cb_read(const uint8_t *pixels, int32_t width, int32_t height, uint32_t kinds, cb_code *codes,
                int32_t capacity, uint8_t *payloads, size_t payload_capacity);

#ifdef __cplusplus
}
#endif

#endif
