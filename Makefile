# Two commands matter: `make run` and `make test`. Both set up what is missing first.
.PHONY: run test build setup desktop-packages format lint fit line-model clean

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

test: setup desktop-packages lint
	swift build --build-tests
	swift test --skip-build --experimental-maximum-parallelization-width 2

# make fit MESSAGES=messages.jsonl [DATED=2026-11-21]: docs/evaluation.md
fit:
	@test -n "$(MESSAGES)" || { echo "usage: make fit MESSAGES=file.jsonl [DATED=day]" >&2; exit 64; }
	swift build -c release --product typesafe
	.build/release/typesafe rules fit --messages $(MESSAGES) --rules Resources/rules --lexicon Resources/lexicon \
	    $(if $(DATED),--dated $(DATED)) --write

# Resources/tessdata/screen.traineddata, made anew in under an hour: scripts/line-model/README.md
line-model:
	@scripts/setup $$(cat scripts/line-model/packages)
	swift build -c release --product line-strips
	python3 scripts/line-model/run.py

setup:
	@scripts/setup

# A notification daemon, and a display for it that nobody sees: tests that need them are skipped where they can't be had.
desktop-packages:
	@scripts/setup dbus dunst libnotify-bin xvfb || echo "make: tests of desktop notifications are skipped" >&2

lint:
	scripts/check-dependencies
	scripts/check-docs
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks

clean:
	rm -rf .build
