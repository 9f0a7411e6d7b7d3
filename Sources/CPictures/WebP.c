#include "CImageCodecs.h"
#include "Luma.h"

#include <errno.h>
#include <stdlib.h>
#include <webp/decode.h>

int ic_webp_has_alpha(const uint8_t *bytes, size_t count) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK) return -EBADMSG;
    return features.has_alpha;
}

/// Decodes into colours, and takes the one that is asked for.
static VP8StatusCode decode_color(
    const uint8_t *bytes, size_t count, WebPDecoderConfig *config, enum ic_sample sample, size_t size, uint8_t *value,
    uint8_t *alpha) {
    uint8_t *pixels = malloc(4 * size);
    if (!pixels) return VP8_STATUS_OUT_OF_MEMORY;
    config->output.colorspace = MODE_RGBA;
    config->output.is_external_memory = 1;
    config->output.u.RGBA = (WebPRGBABuffer){.rgba = pixels, .stride = 4 * config->options.scaled_width,
                                             .size = 4 * size};
    VP8StatusCode status = WebPDecode(bytes, count, config);
    WebPFreeDecBuffer(&config->output);
    if (status == VP8_STATUS_OK)
        for (size_t i = 0; i < size; i++) {
            value[i] = pixels[4 * i + (sample - IC_RED)];
            if (alpha) alpha[i] = pixels[4 * i + 3];
        }
    free(pixels);
    return status;
}

int ic_decode_webp(
    const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, enum ic_sample sample, uint8_t *grey,
    uint8_t *alpha) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return -EBADMSG;
    VP8StatusCode status = WebPGetFeatures(bytes, count, &config.input);
    if (status != VP8_STATUS_OK || config.input.has_animation) return -EBADMSG;
    if (width > (uint32_t)config.input.width || height > (uint32_t)config.input.height) return -EBADMSG;
    config.options.use_scaling = width != (uint32_t)config.input.width || height != (uint32_t)config.input.height;
    config.options.scaled_width = (int)width;
    config.options.scaled_height = (int)height;

    if (sample != IC_LUMA) {
        status = decode_color(bytes, count, &config, sample, (size_t)width * height, grey, alpha);
        if (status == VP8_STATUS_OUT_OF_MEMORY) return -ENOMEM;
        return status == VP8_STATUS_OK ? 0 : -EBADMSG;
    }
    // Colours are decoded only to be dropped, because libwebp can't leave them out.
    size_t chroma_width = (width + 1) / 2, chroma_size = chroma_width * ((height + 1) / 2);
    uint8_t *chroma = malloc(2 * chroma_size);
    if (!chroma) return -ENOMEM;
    size_t size = (size_t)width * height;
    config.output.colorspace = alpha ? MODE_YUVA : MODE_YUV;
    config.output.is_external_memory = 1;
    config.output.u.YUVA = (WebPYUVABuffer){
        .y = grey, .y_stride = (int)width, .y_size = size,
        .u = chroma, .u_stride = (int)chroma_width, .u_size = chroma_size,
        .v = chroma + chroma_size, .v_stride = (int)chroma_width, .v_size = chroma_size,
        .a = alpha, .a_stride = alpha ? (int)width : 0, .a_size = alpha ? size : 0,
    };
    status = WebPDecode(bytes, count, &config);
    WebPFreeDecBuffer(&config.output);
    free(chroma);
    if (status == VP8_STATUS_OUT_OF_MEMORY) return -ENOMEM;
    if (status != VP8_STATUS_OK) return -EBADMSG;
    ic_widen_range(grey, size);
    return 0;
}
