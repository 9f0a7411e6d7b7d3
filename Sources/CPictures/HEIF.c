// HEIC and AVIF, if the package was built with the trait HEIF. libheif applies the file's own turning and cropping.
#include "CImageCodecs.h"

#include <errno.h>
#include <stdlib.h>

#ifndef IC_HEIF

int ic_reads_heif(void) { return 0; }

int ic_decode_heif(
    const uint8_t *bytes, size_t count, struct ic_heif_limits limits, enum ic_sample sample, struct ic_planes *planes) {
    (void)bytes, (void)count, (void)limits, (void)sample, (void)planes;
    return -ENOSYS;
}

#else
#include "Luma.h"

#include <libheif/heif.h>
#include <string.h>

int ic_reads_heif(void) { return 1; }

/// Reads one channel into bytes; samples of more than eight bits are cut down to eight.
static int read_channel(
    const struct heif_image *image, enum heif_channel channel, uint32_t width, uint32_t height, uint8_t *target) {
    if (!heif_image_has_channel(image, channel)) return -EBADMSG;
    int bits = heif_image_get_bits_per_pixel_range(image, channel), stride = 0;
    const uint8_t *source = heif_image_get_plane_readonly(image, channel, &stride);
    if (!source || bits < 8 || bits > 16) return -EBADMSG;
    if (heif_image_get_width(image, channel) != (int)width || heif_image_get_height(image, channel) != (int)height)
        return -EBADMSG;
    for (uint32_t y = 0; y < height; y++, source += stride, target += width) {
        if (bits == 8) {
            memcpy(target, source, width);
            continue;
        }
        for (uint32_t x = 0; x < width; x++) {
            uint16_t sample;
            memcpy(&sample, source + 2 * x, sizeof sample);
            target[x] = (uint8_t)(sample >> (bits - 8));
        }
    }
    return 0;
}

/// Whether luma runs from 16 to 235, as in video, and not from 0 to 255.
static int has_narrow_range(const struct heif_image *image) {
    struct heif_color_profile_nclx *profile = NULL;
    if (heif_image_get_nclx_color_profile(image, &profile).code != heif_error_Ok) return 0;
    int narrow = !profile->full_range_flag;
    heif_nclx_color_profile_free(profile);
    return narrow;
}

static int read_values(const struct heif_image *image, enum ic_sample sample, struct ic_planes *planes) {
    uint32_t width = planes->width, height = planes->height;
    size_t size = (size_t)width * height;
    if (heif_image_get_colorspace(image) != heif_colorspace_RGB) {
        int result = read_channel(image, heif_channel_Y, width, height, planes->grey);
        if (result == 0 && has_narrow_range(image)) ic_widen_range(planes->grey, size);
        return result;
    }
    uint8_t *others = malloc(2 * size);
    if (!others) return -ENOMEM;
    int result = read_channel(image, heif_channel_R, width, height, planes->grey);
    if (result == 0) result = read_channel(image, heif_channel_G, width, height, others);
    if (result == 0) result = read_channel(image, heif_channel_B, width, height, others + size);
    if (result == 0)
        for (size_t i = 0; i < size; i++) 
            planes->grey[i] = ic_value(sample, planes->grey[i], others[i], others[size + i]);
    free(others);
    return result;
}

static int read_planes(
    const struct heif_image *image, uint64_t max_pixels, enum ic_sample sample, struct ic_planes *planes) {
    int width = heif_image_get_primary_width(image), height = heif_image_get_primary_height(image);
    if (width < 1 || height < 1 || (uint64_t)width * (uint64_t)height > max_pixels) return -EBADMSG;
    planes->width = (uint32_t)width;
    planes->height = (uint32_t)height;
    planes->grey = malloc((size_t)width * height);
    if (!planes->grey) return -ENOMEM;
    int result = read_values(image, sample, planes);
    if (result < 0 || !heif_image_has_channel(image, heif_channel_Alpha)) return result;
    planes->alpha = malloc((size_t)width * height);
    if (!planes->alpha) return -ENOMEM;
    return read_channel(image, heif_channel_Alpha, planes->width, planes->height, planes->alpha);
}

static int decode_primary(
    struct heif_context *context, uint64_t max_pixels, enum ic_sample sample, struct ic_planes *planes) {
    struct heif_image_handle *handle = NULL;
    if (heif_context_get_primary_image_handle(context, &handle).code != heif_error_Ok) return -EBADMSG;
    int width = heif_image_handle_get_width(handle), height = heif_image_handle_get_height(handle);
    struct heif_image *image = NULL;
    int result = -EBADMSG;
    enum heif_colorspace space = sample == IC_LUMA ? heif_colorspace_undefined : heif_colorspace_RGB;
    enum heif_chroma chroma = sample == IC_LUMA ? heif_chroma_undefined : heif_chroma_444;
    if (width > 0 && height > 0 && (uint64_t)width * (uint64_t)height <= max_pixels
        && heif_decode_image(handle, &image, space, chroma, NULL).code == heif_error_Ok)
        result = read_planes(image, max_pixels, sample, planes);
    if (image) heif_image_release(image);
    heif_image_handle_release(handle);
    return result;
}

int ic_decode_heif(
    const uint8_t *bytes, size_t count, struct ic_heif_limits limits, enum ic_sample sample, struct ic_planes *planes) {
    *planes = (struct ic_planes){0};
    struct heif_context *context = heif_context_alloc();
    if (!context) return -ENOMEM;
    heif_context_set_maximum_image_size_limit(context, (int)limits.max_side);
    // With 0 threads, libheif decodes on the calling thread.
    heif_context_set_max_decoding_threads(context, 0);
    int result = -EBADMSG;
    if (heif_context_read_from_memory_without_copy(context, bytes, count, NULL).code == heif_error_Ok)
        result = decode_primary(context, limits.max_pixels, sample, planes);
    heif_context_free(context);
    if (result < 0) {
        free(planes->grey);
        free(planes->alpha);
        *planes = (struct ic_planes){0};
    }
    return result;
}
#endif
