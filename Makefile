# `make demo` shows Timeline at work, `make test` runs every check, `make install` puts it in place.
# Each installs the system packages that it lacks.

SWIFT ?= swift
PREFIX ?= /usr/local
# An install into a folder that only root may write to needs `sudo make install`.
DESTDIR ?=
RELEASE = .build/release

.PHONY: demo test install packages clean

demo: packages
	$(SWIFT) build --product timeline
	@"$$($(SWIFT) build --show-bin-path)/timeline" demo

test: packages
	Tests/gates.sh

install: packages
	$(SWIFT) build -c release --product timeline --static-swift-stdlib -Xlinker -s
	Tests/install.sh "$(DESTDIR)$(PREFIX)" "$$($(SWIFT) build -c release --show-bin-path)/timeline"

packages:
	@Tests/packages.sh

clean:
	rm -rf .build .build-*
