# syntax=docker/dockerfile:1
FROM swift:6.3.1-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libtesseract-dev libleptonica-dev libpng-dev libdeflate-dev \
        libjpeg62-turbo-dev libwebp-dev libheif-dev libzxing-dev libsqlite3-dev libcurl4-openssl-dev libyaml-dev libhiredis-dev libssl-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
# Debian's Tesseract and libheif also bring what is never asked for here: packed language data and encoding, by way of libxml2,
# ICU and x265, 55 MB. Libraries of the same names that decline take their place.
RUN mkdir -p /absent \
    && stand_in() { library=$1; shift; printf 'void *%s(void) { return 0; }\n' "$@" \
        | clang -x c -shared -nostdlib -fPIC "-Wl,-soname,$library" -o "/absent/$library" -; } \
    && stand_in libarchive.so.13 archive_read_new archive_read_free archive_read_support_filter_all \
        archive_read_support_format_all archive_read_open_filename archive_read_next_header archive_read_data \
        archive_entry_pathname archive_entry_size \
    && stand_in libx265.so.199 x265_api_get_199
WORKDIR /src
COPY Package.* ./
RUN swift package resolve
COPY Sources Sources
# Package.swift names the targets of tests and benchmarks, so their folders must be there; they are not built.
COPY Tests Tests
COPY Benchmarks Benchmarks
COPY Resources/rules Resources/rules
COPY Resources/lexicon Resources/lexicon
COPY Resources/languages Resources/languages
COPY Resources/tessdata Resources/tessdata
COPY Resources/page Resources/page
COPY Resources/texts Resources/texts
COPY openapi.yaml ./
RUN swift build -c release --product typesafe-server --static-swift-stdlib --traits HEIF \
    && mkdir /out \
    && cp .build/release/typesafe-server /out/ \
    && cp -R .build/release/*.resources /out/ \
    && strip /out/typesafe-server

FROM debian:bookworm-slim
COPY --from=build /absent /usr/local/lib
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libtesseract5 liblept5 libpng16-16 libdeflate0 \
        libjpeg62-turbo libwebp7 libheif1 libzxing2 libsqlite3-0 libcurl4 ca-certificates libyaml-0-2 libhiredis0.14 libssl3 tzdata \
        tesseract-ocr-eng tesseract-ocr-fra tesseract-ocr-deu tesseract-ocr-spa tesseract-ocr-por tesseract-ocr-ita tesseract-ocr-nld \
        tesseract-ocr-pol tesseract-ocr-tur tesseract-ocr-ind tesseract-ocr-hin tesseract-ocr-chi-sim tesseract-ocr-chi-tra \
    && rm -rf /var/lib/apt/lists/* \
    && dpkg -L libarchive13 libxml2 libicu72 libx265-199 | grep '/lib/.*\.so\.' | xargs rm \
    && ldconfig \
    && install --directory --owner=10001 --group=10001 --mode=0700 /var/lib/typesafe
COPY --from=build /out /opt/typesafe
# The server listens on all addresses of the container, and the host decides where the port is published: compose.yaml
# publishes it on loopback only. To publish it further, set TYPESAFE_KEYS to a key file; TYPESAFE_INSECURE has no effect then.
ENV TYPESAFE_ADDRESS=0.0.0.0 \
    TYPESAFE_INSECURE=true \
    TYPESAFE_PORT=8080 \
    TYPESAFE_LOG_FORMAT=json \
    SWIFT_BACKTRACE=registers=none,interactive=no,color=no \
    TYPESAFE_DATABASE=/var/lib/typesafe/typesafe.db
VOLUME /var/lib/typesafe
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s CMD ["/opt/typesafe/typesafe-server", "healthcheck"]
ENTRYPOINT ["/opt/typesafe/typesafe-server"]
