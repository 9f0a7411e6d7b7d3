#define _GNU_SOURCE
// Tesseract hands each line's picture from its page to its network as a PNG, packed and unpacked in memory: 4 % of the
// time that a screenshot takes. Leptonica has a format that is a copy of the pixels, and recognises it by itself.
#include <dlfcn.h>
#include <leptonica/allheaders.h>

l_ok pixWriteMem(l_uint8 **bytes, size_t *count, PIX *pix, l_int32 format) {
    if (format == IFF_PNG) return pixWriteMemSpix(bytes, count, pix);
    l_ok (*leptonicas)(l_uint8 **, size_t *, PIX *, l_int32) = dlsym(RTLD_NEXT, "pixWriteMem");
    return leptonicas ? leptonicas(bytes, count, pix, format) : 1;
}
