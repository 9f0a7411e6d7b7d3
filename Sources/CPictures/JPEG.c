#include "CImageCodecs.h"
#include "Luma.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

struct job {
    struct jpeg_error_mgr errors;
    jmp_buf failure;
    int out_of_memory;
    /// Whether a part of the picture is missing or damaged.
    int damaged;
    struct jpeg_decompress_struct picture;
    enum ic_sample sample;
    /// Memory for a row of pixels with more than the byte that is asked for.
    uint8_t *row;
};

static void fail(j_common_ptr common) {
    struct job *job = (struct job *)common->err;
    job->out_of_memory = common->err->msg_code == JERR_OUT_OF_MEMORY;
    longjmp(job->failure, 1);
}

static void record_warning(j_common_ptr common, int level) {
    if (level >= 0) return;
    struct job *job = (struct job *)common->err;
    switch (common->err->msg_code) {
    // These warnings cost no pixel: stray bytes, unknown versions, and a missing end marker.
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_TOO_MUCH_DATA:
    case JWRN_ADOBE_XFORM:
    case JWRN_JFIF_MAJOR:
    case JWRN_JPEG_EOF: break;
    default: job->damaged = 1;
    }
}

static void stay_silent(j_common_ptr common) { (void)common; }

/// Takes what is asked for out of a row of RGB or CMYK. Adobe's programs write ink inverted, and say in a marker that they wrote the
/// file.
static void convert_row(const struct job *job, const uint8_t *row, uint8_t *grey) {
    if (job->picture.out_color_space == JCS_RGB) {
        for (JDIMENSION x = 0; x < job->picture.output_width; x++) grey[x] = row[x * 3 + (job->sample - IC_RED)];
        return;
    }
    uint8_t flip = job->picture.saw_Adobe_marker ? 0 : 255;
    for (JDIMENSION x = 0; x < job->picture.output_width; x++, row += 4) {
        uint8_t value = ic_value(job->sample, row[0] ^ flip, row[1] ^ flip, row[2] ^ flip);
        grey[x] = (uint8_t)((value * (row[3] ^ flip) + 127) / 255);
    }
}

static int read_rows(struct job *job, uint8_t *grey) {
    struct jpeg_decompress_struct *picture = &job->picture;
    JDIMENSION width = picture->output_width;
    int is_grey = picture->out_color_space == JCS_GRAYSCALE;
    if (!is_grey && !(job->row = malloc((size_t)width * 4))) return -ENOMEM;
    while (picture->output_scanline < picture->output_height) {
        uint8_t *target = grey + (size_t)picture->output_scanline * width;
        JSAMPROW row = is_grey ? target : job->row;
        if (jpeg_read_scanlines(picture, &row, 1) != 1) return -EBADMSG;
        if (!is_grey) convert_row(job, row, target);
    }
    return job->damaged ? -EBADMSG : 0;
}

static int read_picture(
    struct job *job, const uint8_t *bytes, size_t count, int eighths, uint32_t width, uint32_t height, uint8_t *grey) {
    struct jpeg_decompress_struct *picture = &job->picture;
    if (setjmp(job->failure)) return job->out_of_memory ? -ENOMEM : -EBADMSG;
    jpeg_create_decompress(picture);
    jpeg_mem_src(picture, bytes, count);
    jpeg_read_header(picture, TRUE);
    int ink = picture->jpeg_color_space == JCS_CMYK || picture->jpeg_color_space == JCS_YCCK;
    int is_grey = job->sample == IC_LUMA || picture->jpeg_color_space == JCS_GRAYSCALE;
    picture->out_color_space = ink ? JCS_CMYK : is_grey ? JCS_GRAYSCALE : JCS_RGB;
    picture->scale_num = (unsigned)eighths;
    picture->scale_denom = 8;
    jpeg_calc_output_dimensions(picture);
    if (picture->output_width != width || picture->output_height != height) return -EBADMSG;
    jpeg_start_decompress(picture);
    // libjpeg isn't asked to finish: all rows have been read, and the end marker may be missing.
    return read_rows(job, grey);
}

int ic_decode_jpeg(
    const uint8_t *bytes, size_t count, int eighths, uint32_t width, uint32_t height, enum ic_sample sample,
    uint8_t *grey) {
    struct job job = {.sample = sample};
    job.picture.err = jpeg_std_error(&job.errors);
    job.errors.error_exit = fail;
    job.errors.emit_message = record_warning;
    job.errors.output_message = stay_silent;
    int result = read_picture(&job, bytes, count, eighths, width, height, grey);
    jpeg_destroy_decompress(&job.picture);
    free(job.row);
    return result;
}
