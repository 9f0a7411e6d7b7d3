#define _GNU_SOURCE
// Tesseract packs the picture of each line as a PNG in memory and unpacks it again before its network reads it. That takes
// 4 % of the time of a screenshot. This function writes Leptonica's own format instead, which is a copy of the pixels, and
// which Leptonica recognises when it reads.
#include <dlfcn.h>
#include <leptonica/allheaders.h>

l_ok pixWriteMem(l_uint8 **bytes, size_t *count, PIX *pix, l_int32 format) {
    if (format == IFF_PNG) return pixWriteMemSpix(bytes, count, pix);
    l_ok (*leptonicas)(l_uint8 **, size_t *, PIX *, l_int32) = dlsym(RTLD_NEXT, "pixWriteMem");
    return leptonicas ? leptonicas(bytes, count, pix, format) : 1;
}
