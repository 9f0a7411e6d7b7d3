# Two commands matter: `make run` and `make test`. Both set up what is missing first.
SHELL := /bin/bash
.PHONY: run test build programs commit install install-files uninstall install-service deb setup desktop-packages browser-packages redis-packages push-peers format lint fit line-model clean

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
	@$(MAKE) --no-print-directory commit

# Programs that need no Swift on the machine.
programs: setup
	swift build -c release --static-swift-stdlib --product typesafe-server
	swift build -c release --static-swift-stdlib --product typesafe

# make install [PREFIX=/usr/local] [DESTDIR=]: without root it goes to ~/.local.
PREFIX ?= $(if $(filter 0,$(shell id -u)),/usr/local,$(HOME)/.local)
TARGET = $(DESTDIR)$(PREFIX)
BUILT = .build/release

install: programs
	@$(MAKE) --no-print-directory install-files
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) echo "Add $(PREFIX)/bin to PATH to start it as typesafe." ;; esac

# What --version tells beside the version; nothing outside of a clone.
commit:
	@git rev-parse --short=12 HEAD > $(BUILT)/commit 2>/dev/null || rm -f $(BUILT)/commit

install-files: commit
	install -D --strip -t $(TARGET)/bin $(BUILT)/typesafe $(BUILT)/typesafe-server
	install -d $(TARGET)/share/typesafe $(TARGET)/share/man/man1
	[ ! -e $(BUILT)/commit ] || cp $(BUILT)/commit $(TARGET)/share/typesafe/
	cp -R Resources/rules Resources/lexicon Resources/languages Resources/tessdata Resources/page Resources/texts openapi.yaml $(TARGET)/share/typesafe/
	$(BUILT)/typesafe manual > $(TARGET)/share/man/man1/typesafe.1
	$(BUILT)/typesafe manual $(BUILT)/typesafe-server > $(TARGET)/share/man/man1/typesafe-server.1
	for program in typesafe typesafe-server; do \
	    install -d $(TARGET)/share/bash-completion/completions $(TARGET)/share/zsh/site-functions \
	        $(TARGET)/share/fish/vendor_completions.d; \
	    $(BUILT)/$$program --generate-completion-script bash | tail -n +2 > $(TARGET)/share/bash-completion/completions/$$program; \
	    $(BUILT)/$$program --generate-completion-script zsh > $(TARGET)/share/zsh/site-functions/_$$program; \
	    $(BUILT)/$$program --generate-completion-script fish > $(TARGET)/share/fish/vendor_completions.d/$$program.fish; \
	done

# Takes away what install laid down, from the same PREFIX and DESTDIR. Settings, keys and databases stay.
uninstall:
	rm -rf $(TARGET)/share/typesafe
	for program in typesafe typesafe-server; do \
	    rm -f $(TARGET)/bin/$$program $(TARGET)/share/man/man1/$$program.1 \
	        $(TARGET)/share/bash-completion/completions/$$program $(TARGET)/share/zsh/site-functions/_$$program \
	        $(TARGET)/share/fish/vendor_completions.d/$$program.fish; \
	done

# The system's service, for the package and for docs/operations.md.
install-service:
	install -D -m 644 -t $(TARGET)/lib/systemd/system docs/deploy/systemd/typesafe-server.service
	sed -i 's|/usr/bin/|$(PREFIX)/bin/|' $(TARGET)/lib/systemd/system/typesafe-server.service
	install -D -m 644 docs/deploy/systemd/typesafe.sysusers.conf $(TARGET)/lib/sysusers.d/typesafe.conf

# .build/typesafe_…_amd64.deb
deb: programs
	@scripts/setup debhelper chrpath
	rm -rf .build/deb && mkdir .build/deb && cp -R docs/deploy/debian .build/deb/
	cd .build/deb && dpkg-buildpackage --build=binary --no-sign

test: setup desktop-packages browser-packages redis-packages push-peers lint
	swift build --build-tests
	@# What failed stands once more at the end, where a long log is looked at first.
	set -o pipefail; swift test --skip-build --experimental-maximum-parallelization-width 3 2>&1 | tee .build/test.log || \
	    { grep -a "^✘ Test .* recorded an issue" .build/test.log | cut -c 1-600; exit 1; }

# make fit MESSAGES="one.jsonl two.jsonl" [DATED=2026-11-28]: docs/evaluation.md
fit:
	@test -n "$(MESSAGES)" || { echo "usage: make fit MESSAGES=\"file.jsonl …\" [DATED=day]" >&2; exit 64; }
	swift build -c release --product typesafe
	.build/release/typesafe rules fit $(addprefix --messages ,$(MESSAGES)) --rules Resources/rules --lexicon Resources/lexicon \
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
	@scripts/setup dbus dunst libnotify-bin xdg-utils xvfb || echo "make: tests of desktop notifications are skipped" >&2

# Chromium without a window, and axe-core's rules of accessibility, for the page's tests.
browser-packages:
	@scripts/setup chromium chromium-driver python3-venv && scripts/axe || echo "make: tests of the page in a browser are skipped" >&2

# Tests start Redis servers of their own, and never use the system's.
redis-packages:
	@scripts/setup redis-server || echo "make: tests with Redis are skipped" >&2

# An APNs for tests, and others' code for Web Push.
push-peers:
	@scripts/setup python3-venv && scripts/push-peers || echo "make: tests of pushes to Apple and to browsers are skipped" >&2

lint:
	scripts/check-dependencies
	scripts/check-docs
	scripts/check-availability
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests Benchmarks

clean:
	rm -rf .build
