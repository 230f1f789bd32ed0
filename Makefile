# `make demo` shows Timeline at work, `make test` runs every check, `make install` puts it in place.
# Each installs the system packages that it lacks.

SWIFT ?= swift
PREFIX ?= /usr/local
# Apple's systems bring Swift's library along; elsewhere it goes into the program.
STATIC = $(if $(filter Darwin,$(shell uname)),,--static-swift-stdlib -Xlinker -s)

.PHONY: demo test bench bench-large bench-build install packages clean

demo: packages
	$(SWIFT) build --product timeline
	@"$$($(SWIFT) build --show-bin-path)/timeline" demo

# Timeline runs without these two; the tests of HEIC pictures need libheif, and those of stripping need exiftool.
test:
	@Tests/packages.sh libheif1 libimage-exiftool-perl
	Tests/gates.sh

BENCH = $(SWIFT) build -c release --package-path Tests/Benchmarks --scratch-path .build-bench $(STATIC)

# Measures beside Redis, PostgreSQL and others, and writes Docs/Performance.md; the first run makes a world of a
# million posts.
bench: bench-build
	Tests/Benchmarks/peers.sh run .build-bench/release/Benchmarks all .build-bench/worlds . \
		.build-bench/release/timeline 20000 1000000

# Measures in worlds of 5 and 10 million posts as well, which take some minutes to make and about 8 GB.
bench-large: bench-build
	.build-bench/release/Benchmarks large .build-bench/worlds .

bench-build: packages
	Tests/Benchmarks/peers.sh install
	@# Otherwise Swift does not see which files have come to the package that the benchmark depends on.
	@touch Package.swift Tests/Benchmarks/Package.swift
	$(BENCH)
	$(BENCH) --product timeline

install: packages
	$(SWIFT) build -c release --product timeline $(STATIC)
	Tests/install.sh "$(PREFIX)" "$$($(SWIFT) build -c release --show-bin-path)/timeline"

packages:
	@Tests/packages.sh

clean:
	rm -rf .build .build-*
