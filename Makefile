# `make demo` shows Timeline at work, `make test` runs every check, `make install` puts it in place.
# Each installs the system packages that it lacks.

SWIFT ?= swift
PREFIX ?= /usr/local
# Apple's systems bring Swift's library along; elsewhere it goes into the program.
STATIC = $(if $(filter Darwin,$(shell uname)),,--static-swift-stdlib -Xlinker -s)

.PHONY: demo test bench install packages clean

demo: packages
	$(SWIFT) build --product timeline
	@"$$($(SWIFT) build --show-bin-path)/timeline" demo

test: packages
	Tests/gates.sh

# Measures beside Redis, PostgreSQL and others, and writes Docs/Performance.md; the first run makes a world of a million posts.
bench: packages
	Tests/Benchmarks/peers.sh install
	$(SWIFT) build -c release --package-path Tests/Benchmarks --scratch-path .build-bench
	Tests/Benchmarks/peers.sh run .build-bench/release/Benchmarks .build-bench/worlds .

install: packages
	$(SWIFT) build -c release --product timeline $(STATIC)
	Tests/install.sh "$(PREFIX)" "$$($(SWIFT) build -c release --show-bin-path)/timeline"

packages:
	@Tests/packages.sh

clean:
	rm -rf .build .build-*
