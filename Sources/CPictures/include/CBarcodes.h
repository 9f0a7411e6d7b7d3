#ifndef CBARCODES_H
#define CBARCODES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The kinds of codes that are looked for, one bit each.
enum {
    CB_QR = 1 << 0,
    CB_EAN = 1 << 1,       // EAN-8, EAN-13, UPC-A and UPC-E
    CB_CODE_128 = 1 << 2,
    CB_CODE_39 = 1 << 3,
    CB_ITF = 1 << 4,
};

/// A code that was read. Its payload is `count` bytes of UTF-8 at `offset` of the payloads.
typedef struct {
    uint32_t kind;
    /// The box around the corners of the code, in pixels.
    int32_t left, top, right, bottom;
    uint32_t offset, count;
} cb_code;

/// Reads dark codes on light ground in a grey picture without padding, and throws no exception. Returns the number of codes
/// read, at most `capacity`; codes whose payload doesn't fit are left out. Its time grows with the third power of the number of
/// finder patterns in the picture, which the caller must bound.
int32_t cb_read(const uint8_t *pixels, int32_t width, int32_t height, uint32_t kinds, cb_code *codes,
                int32_t capacity, uint8_t *payloads, size_t payload_capacity);

/// The most modules of a QR code: 177 on each side.
enum { CB_MAX_MODULES = 177 * 177 };

/// Makes the QR code of an ASCII text, and throws no exception. Its modules are written row by row, 1 for dark and 0 for light,
/// without a quiet zone. Returns the number of modules of a side, or 0 if the text is too long for a QR code. `modules` has room for
/// `CB_MAX_MODULES`.
int32_t cb_write_qr(const char *text, uint8_t *modules);

#ifdef __cplusplus
}
#endif

#endif
