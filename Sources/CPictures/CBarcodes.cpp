#define ZX_USE_UTF8
#include <ZXing/BitMatrix.h>
#include <ZXing/MultiFormatWriter.h>
#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "CBarcodes.h"

using ZXing::BarcodeFormat;

static ZXing::BarcodeFormats formats(uint32_t kinds) {
    ZXing::BarcodeFormats formats;
    if (kinds & CB_QR) formats |= BarcodeFormat::QRCode;
    if (kinds & CB_EAN) formats |= BarcodeFormat::EAN13 | BarcodeFormat::EAN8 | BarcodeFormat::UPCA | BarcodeFormat::UPCE;
    if (kinds & CB_CODE_128) formats |= BarcodeFormat::Code128;
    if (kinds & CB_CODE_39) formats |= BarcodeFormat::Code39;
    if (kinds & CB_ITF) formats |= BarcodeFormat::ITF;
    return formats;
}

static uint32_t kind(BarcodeFormat format) {
    switch (format) {
    case BarcodeFormat::QRCode: return CB_QR;
    case BarcodeFormat::EAN13:
    case BarcodeFormat::EAN8:
    case BarcodeFormat::UPCA:
    case BarcodeFormat::UPCE: return CB_EAN;
    case BarcodeFormat::Code128: return CB_CODE_128;
    case BarcodeFormat::Code39: return CB_CODE_39;
    case BarcodeFormat::ITF: return CB_ITF;
    default: return 0;
    }
}

int32_t cb_read(const uint8_t *pixels, int32_t width, int32_t height, uint32_t kinds, cb_code *codes,
                int32_t capacity, uint8_t *payloads, size_t payload_capacity) {
    int32_t count = 0;
    size_t used = 0;
    try {
        ZXing::DecodeHints hints;
        hints.setFormats(formats(kinds));
        hints.setMaxNumberOfSymbols(static_cast<uint8_t>(std::clamp(capacity, 0, 255)));
        // Kinds without a check digit are only believed if three lines say the same.
        hints.setMinLineCount(3);
        const ZXing::ImageView view(pixels, width, height, ZXing::ImageFormat::Lum);
        for (const auto &result : ZXing::ReadBarcodes(view, hints)) {
            if (count >= capacity) break;
            const uint32_t found = result.isValid() ? kind(result.format()) : 0;
            const std::string text = found ? result.text() : std::string();
            if (text.empty() || text.size() > payload_capacity - used) continue;
            const auto &corners = result.position();
            cb_code &code = codes[count++];
            code.kind = found;
            code.left = std::min({corners[0].x, corners[1].x, corners[2].x, corners[3].x});
            code.right = std::max({corners[0].x, corners[1].x, corners[2].x, corners[3].x});
            code.top = std::min({corners[0].y, corners[1].y, corners[2].y, corners[3].y});
            code.bottom = std::max({corners[0].y, corners[1].y, corners[2].y, corners[3].y});
            code.offset = static_cast<uint32_t>(used);
            code.count = static_cast<uint32_t>(text.size());
            std::memcpy(payloads + used, text.data(), text.size());
            used += text.size();
        }
    } catch (...) {
        // ZXing is out of memory or has a bug; the codes read so far are kept.
    }
    return count;
}

int32_t cb_write_qr(const char *text, uint8_t *modules) {
    try {
        const auto code = ZXing::MultiFormatWriter(BarcodeFormat::QRCode).setMargin(0).encode(std::string(text), 0, 0);
        const int side = code.width();
        if (side * side > CB_MAX_MODULES || code.height() != side) return 0;
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) modules[y * side + x] = code.get(x, y);
        }
        return side;
    } catch (...) {
        return 0;
    }
}
