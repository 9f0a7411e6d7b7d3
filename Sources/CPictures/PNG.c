// PNG by libpng. Most of its time goes to zlib. libdeflate inflates in a tenth of that time, but only all rows at once, so it
// does so if they take no more than MAX_RAW; libpng then gets the rows as a zlib stream of stored blocks, which costs a copy.
// If libdeflate refuses, zlib tries, so that what can be read stays the same. Data that goes on behind the last row is refused
// where it does: libpng would inflate it to its end.
#include "CImageCodecs.h"
#include "Luma.h"

#include <errno.h>
#include <libdeflate.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

enum {
    /// Bytes of all rows up to which libdeflate inflates: a scroll capture of 1080 × 12,000 pixels with alpha has 52 MB.
    MAX_RAW = 64 << 20,
    /// Bytes of compressed data that may follow the last row's own, for encoders that are careless.
    MAX_EXCESS = 64 << 10,
    /// The largest length of a stored block, in bytes (RFC 1951, section 3.2.4).
    MAX_STORED_BLOCK = 65535,
    /// The number of bytes of the signature and the IHDR chunk.
    MIN_HEAD = 33,
    /// The largest number of unknown chunks that libpng keeps; `head` holds none.
    MAX_CHUNKS = 4,
    /// The largest memory for a chunk of `head`, in bytes. PLTE is the longest one, and libpng expands it.
    MAX_CHUNK_MEMORY = 1 << 20,
    /// The number of bytes that libpng reads of IDAT chunks at once.
    BUFFER = 64 << 10,
};

/// The bytes that libpng reads, in the order in which it reads them.
struct source {
    const uint8_t *head;
    size_t head_left;
    /// The IDAT chunk's length and name, then a zlib header or the header of a stored block.
    uint8_t small[10];
    size_t small_left;
    const uint8_t *body;
    size_t body_left;
    /// The number of bytes of `body` before the next block header; all of them if there are no blocks.
    size_t block_left;
};

struct job {
    struct source source;
    png_structp png;
    png_infop info;
    /// All rows of the picture if `raw_is_whole`; libdeflate inflates them into this memory.
    uint8_t *raw;
    int raw_is_whole;
    /// Memory for one row, or for all rows of an interlaced picture.
    uint8_t *rows;
    uint32_t width, height;
    enum ic_sample sample;
    uint8_t *grey, *alpha;
};

static void put_small(struct source *source, const uint8_t *bytes, size_t count) {
    memcpy(source->small + sizeof source->small - count, bytes, count);
    source->small_left = count;
}

static void start_block(struct source *source) {
    size_t length = source->body_left < MAX_STORED_BLOCK ? source->body_left : MAX_STORED_BLOCK;
    uint8_t low = (uint8_t)length, high = (uint8_t)(length >> 8);
    put_small(source, (uint8_t[]){length == source->body_left, low, high, (uint8_t)~low, (uint8_t)~high}, 5);
    source->block_left = length;
}

/// Copies up to `count` bytes of a part to the target, and returns how many.
static size_t take(const uint8_t *part, size_t left, uint8_t *target, size_t count) {
    size_t taken = left < count ? left : count;
    memcpy(target, part, taken);
    return taken;
}

static void read_source(png_structp png, png_bytep target, size_t count) {
    struct source *source = png_get_io_ptr(png);
    while (count > 0) {
        size_t taken;
        if (source->head_left > 0) {
            taken = take(source->head, source->head_left, target, count);
            source->head += taken;
            source->head_left -= taken;
        } else if (source->small_left > 0) {
            const uint8_t *start = source->small + sizeof source->small - source->small_left;
            taken = take(start, source->small_left, target, count);
            source->small_left -= taken;
        } else if (source->block_left > 0) {
            taken = take(source->body, source->block_left, target, count);
            source->body += taken;
            source->body_left -= taken;
            source->block_left -= taken;
        } else if (source->body_left > 0) {
            start_block(source);
            continue;
        } else {
            // Only checksums are left, which libpng has been told to ignore.
            memset(target, 0, count);
            return;
        }
        target += taken;
        count -= taken;
    }
}

static void fail(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void start_data(struct source *source, const uint8_t *body, size_t count, int stored) {
    size_t blocks = (count + MAX_STORED_BLOCK - 1) / MAX_STORED_BLOCK;
    // A stream of stored blocks has a header of 2 bytes, 5 bytes for each block, and a checksum of 4.
    uint32_t length = (uint32_t)(stored ? 2 + count + 5 * blocks + 4 : count);
    uint8_t start[10] = {
        (uint8_t)(length >> 24), (uint8_t)(length >> 16), (uint8_t)(length >> 8), (uint8_t)length,
        'I', 'D', 'A', 'T', 0x78, 0x01,
    };
    put_small(source, start, stored ? 10 : 8);
    source->body = body;
    source->body_left = count;
    source->block_left = stored ? 0 : count;
}

/// The number of bytes of all rows as PNG has them, filter bytes included; 0 for interlaced pictures and for headers that
/// libpng refuses.
static uint64_t raw_size(const struct job *job, const uint8_t *head) {
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    uint8_t depth = head[24], color = head[25], interlaced = head[28];
    if (color >= sizeof channels || depth > 16 || interlaced) return 0;
    uint64_t bits = (uint64_t)job->width * channels[color] * depth;
    return bits == 0 ? 0 : ((bits + 7) / 8 + 1) * job->height;
}

/// Inflates all rows at once. Returns 0, or -EBADMSG if the data goes on behind them; whether it succeeded is in `raw_is_whole`.
static int inflate_rows(struct job *job, uint64_t size, const uint8_t *data, size_t count) {
    if (size == 0 || size > MAX_RAW) return 0;
    struct libdeflate_decompressor *inflater = libdeflate_alloc_decompressor();
    size_t room = (size_t)size + MAX_EXCESS, written = 0;
    job->raw = malloc(room);
    enum libdeflate_result result = inflater && job->raw
        ? libdeflate_zlib_decompress(inflater, data, count, job->raw, room, &written) : LIBDEFLATE_BAD_DATA;
    libdeflate_free_decompressor(inflater);
    job->raw_is_whole = result == LIBDEFLATE_SUCCESS;
    if (job->raw_is_whole) start_data(&job->source, job->raw, written < size ? written : (size_t)size, 1);
    return result == LIBDEFLATE_INSUFFICIENT_SPACE ? -EBADMSG : 0;
}

static void convert_row(struct job *job, const uint8_t *row, int channels, uint32_t y) {
    size_t width = job->width;
    uint8_t *restrict grey = job->grey + y * width;
    if (channels == 1) {
        memcpy(grey, row, width);
        return;
    }
    if (channels == 3) {
        if (job->sample == IC_LUMA)
            for (size_t x = 0; x < width; x++) grey[x] = ic_luma(row[x * 3], row[x * 3 + 1], row[x * 3 + 2]);
        else
            for (size_t x = 0; x < width; x++) grey[x] = row[x * 3 + (job->sample - IC_RED)];
        return;
    }
    uint8_t *restrict alpha = job->alpha + y * width;
    if (channels == 2) {
        for (size_t x = 0; x < width; x++) grey[x] = row[x * 2];
        for (size_t x = 0; x < width; x++) alpha[x] = row[x * 2 + 1];
    } else {
        if (job->sample == IC_LUMA)
            for (size_t x = 0; x < width; x++) grey[x] = ic_luma(row[x * 4], row[x * 4 + 1], row[x * 4 + 2]);
        else
            for (size_t x = 0; x < width; x++) grey[x] = row[x * 4 + (job->sample - IC_RED)];
        for (size_t x = 0; x < width; x++) alpha[x] = row[x * 4 + 3];
    }
}

/// Reads the picture. libpng's longjmp leaves this function, so that everything it allocates belongs to `job`.
static int read_picture(struct job *job) {
    png_structp png = job->png;
    if (setjmp(png_jmpbuf(png))) return -EBADMSG;
    png_set_user_limits(png, job->width, job->height);
    png_set_chunk_cache_max(png, MAX_CHUNKS);
    png_set_chunk_malloc_max(png, MAX_CHUNK_MEMORY);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_compression_buffer_size(png, BUFFER);
    // libdeflate has checked the stream's checksum already.
    png_set_option(png, PNG_IGNORE_ADLER32, job->raw_is_whole ? PNG_OPTION_ON : PNG_OPTION_OFF);
    png_set_read_fn(png, &job->source, read_source);
    png_read_info(png, job->info);
    if (png_get_image_width(png, job->info) != job->width || png_get_image_height(png, job->info) != job->height)
        return -EBADMSG;
    // The chunks in `head` have been checked. The IDAT chunk was put together here and has no checksum of its own.
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_expand(png);
    png_set_scale_16(png);
    // An interlaced picture comes in passes over all rows, which are kept in grey to save memory. The weights are those of luma.
    int interlaced = png_get_interlace_type(png, job->info) != PNG_INTERLACE_NONE;
    if (interlaced && job->sample == IC_LUMA)
        png_set_rgb_to_gray_fixed(png, PNG_ERROR_ACTION_NONE, 29900, 58700);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, job->info);
    int channels = png_get_channels(png, job->info);
    size_t row_bytes = png_get_rowbytes(png, job->info);
    if (row_bytes != (size_t)job->width * channels || (channels % 2 == 0 && !job->alpha)) return -EBADMSG;
    job->rows = malloc(row_bytes * (interlaced ? job->height : 1));
    if (!job->rows) return -ENOMEM;
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < job->height; y++) {
            // libpng reads to the data's end with the last row, which has at most 8 bytes for each pixel.
            int is_last = pass == passes - 1 && y == job->height - 1;
            if (is_last && !job->raw_is_whole && job->source.body_left > (size_t)job->width * 8 + MAX_EXCESS)
                return -EBADMSG;
            uint8_t *row = job->rows + (interlaced ? y * row_bytes : 0);
            png_read_row(png, row, NULL);
            if (pass == passes - 1) convert_row(job, row, channels, y);
        }
    return 0;
}

int ic_decode_png(
    const uint8_t *head, size_t head_count, const uint8_t *data, size_t data_count, uint32_t width, uint32_t height,
    enum ic_sample sample, uint8_t *grey, uint8_t *alpha) {
    if (head_count < MIN_HEAD || data_count > PNG_UINT_31_MAX) return -EBADMSG;
    struct job job = {
        .source = {.head = head, .head_left = head_count},
        .width = width, .height = height, .sample = sample, .grey = grey, .alpha = alpha,
    };
    if (inflate_rows(&job, raw_size(&job, head), data, data_count) != 0) {
        free(job.raw);
        return -EBADMSG;
    }
    if (!job.raw_is_whole) start_data(&job.source, data, data_count, 0);
    job.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
    job.info = job.png ? png_create_info_struct(job.png) : NULL;
    if (alpha) memset(alpha, 255, (size_t)width * height);
    int result = job.info ? read_picture(&job) : -ENOMEM;
    png_destroy_read_struct(&job.png, &job.info, NULL);
    free(job.rows);
    free(job.raw);
    return result;
}
