# syntax=docker/dockerfile:1
FROM swift:6.3.1-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libtesseract-dev libleptonica-dev libpng-dev libdeflate-dev \
        libjpeg62-turbo-dev libwebp-dev libheif-dev libzxing-dev libsqlite3-dev libcurl4-openssl-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.* ./
RUN swift package resolve
COPY Sources Sources
# Package.swift names the targets of tests and benchmarks, so their folders must be there; they are not built.
COPY Tests Tests
COPY Benchmarks Benchmarks
COPY Resources/rules Resources/rules
COPY Resources/lexicon Resources/lexicon
COPY openapi.yaml ./
RUN swift build -c release --product typesafe-server --static-swift-stdlib --traits HEIF \
    && mkdir /out \
    && cp .build/release/typesafe-server /out/ \
    && cp -R .build/release/*.resources /out/ \
    && strip --strip-debug /out/typesafe-server

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libtesseract5 liblept5 libpng16-16 libdeflate0 \
        libjpeg62-turbo libwebp7 libheif1 libzxing2 libsqlite3-0 libcurl4 ca-certificates tesseract-ocr-eng tzdata \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /out /opt/typesafe
ENV TYPESAFE_ADDRESS=0.0.0.0 \
    TYPESAFE_PORT=8080 \
    TYPESAFE_LOG_FORMAT=json
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s CMD ["/opt/typesafe/typesafe-server", "healthcheck"]
ENTRYPOINT ["/opt/typesafe/typesafe-server"]
