# Two commands matter: `make run` and `make test`. Both set up what is missing first.
.PHONY: run test build setup format lint clean

ADDRESS ?= 127.0.0.1
PORT ?= 8080

run: build
	@echo
	@echo "Once it says ready, try in another terminal:"
	@echo "  curl -F image=@Resources/samples/scam-parcel-imessage-light.png http://$(ADDRESS):$(PORT)/scan-image"
	@echo
	@exec .build/release/typesafe-server --address $(ADDRESS) --port $(PORT)

build: setup
	swift build -c release --product typesafe-server

test: setup lint
	swift build --build-tests
	swift test --skip-build --no-parallel

setup:
	@scripts/setup

lint:
	scripts/check-dependencies
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks

clean:
	rm -rf .build
