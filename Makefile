# `make demo` shows Timeline in use, `make pages` shows it in a browser, `make test` tests it, `make install` installs
# it. Each installs missing system packages first.

SWIFT ?= swift
PREFIX ?= /usr/local
# Apple's systems include Swift's runtime; elsewhere it is linked into the program, which exports no symbols and has a
# fixed address, because moving it at each start takes a millisecond (decision 45).
STATIC = $(if $(filter Darwin,$(shell uname)),,--static-swift-stdlib -Xlinker -s \
	-Xlinker --no-export-dynamic -Xlinker -no-pie)
# The release build, which also contains some of the C libraries, if their static forms are installed. The linker would
# strip the debug information, which takes time to write.
RELEASE = PKG_CONFIG_PATH="$(CURDIR)/.build/static:$$PKG_CONFIG_PATH" $(SWIFT) build -c release --product timeline \
	-debug-info-format none $(STATIC) $$(Tests/static.sh "$(CURDIR)/.build/static")

.PHONY: demo pages screenshots browser apps test check check-cluster check-cluster-full faults simulate fuzz bench bench-large bench-web bench-sync bench-cluster bench-imports bench-start bench-build install uninstall packages clean

# Built in a separate folder, without the server, which takes minutes to build, and without debug information, which
# takes a quarter of the time of TimelineCore. Compiling each module at once takes a sixth less processor time.
DEMO = $(SWIFT) build --disable-default-traits --scratch-path .build-demo -debug-info-format none --disable-index-store \
	-Xswiftc -whole-module-optimization -Xswiftc -disable-batch-mode -Xswiftc -num-threads -Xswiftc 2

demo: packages
	$(DEMO) --product timeline
	@"$$($(DEMO) --show-bin-path)/timeline" demo

# Serves the demo's store to a browser on this machine.
pages: packages
	$(SWIFT) build --product timeline
	@Tests/pages.sh "$$($(SWIFT) build --show-bin-path)/timeline"

# The packages of the tests in a browser; the fonts have emoji and the letters that the pages' own font lacks.
BROWSER = chromium chromium-driver python3-venv fonts-dejavu-core fonts-noto-color-emoji

# Writes pictures of the pages in all sizes and both themes to .build-browser/screenshots.
screenshots:
	@Tests/packages.sh $(BROWSER)
	$(SWIFT) build --product timeline
	Tests/browser.sh screenshots

# Tests the pages in Chromium, as `make check` does.
browser:
	@Tests/packages.sh $(BROWSER)
	$(SWIFT) build --product timeline
	Tests/browser.sh

# Only tests need these packages: libheif for HEIC, and exiftool for stripping.
TOOLS = libheif1 libimage-exiftool-perl

# The packages of the tests with other people's apps.
APPS = caddy curl elpa-mastodon emacs-nox newsboat nginx-light openssl python3-venv

# Tests the client APIs with other people's apps, as `make check` does.
apps:
	@Tests/packages.sh $(APPS)
	$(SWIFT) build --product timeline
	Tests/apps.sh "$$($(SWIFT) build --show-bin-path)/timeline"

# The packages of the tests of stores on servers. Patroni comes from PyPI, because Debian 12's loses data.
CLUSTER = libpq-dev postgresql etcd-server iproute2 util-linux python3-venv
CLUSTER_PROGRAM = "$$($(SWIFT) build -c release --traits Server,Cluster --show-bin-path)/timeline"
CLUSTER_MANY = --kills 20 --cuts 10 --stops 5 --standby-cuts 5

# Tests stores in PostgreSQL and photos in S3, moves a store there and back, kills one of two servers behind nginx, and
# lets the nodes of a cluster fail 7 times while servers write.
check-cluster:
	@Tests/packages.sh $(CLUSTER) $(APPS) $(BROWSER)
	$(SWIFT) build --build-tests --traits Server,Cluster
	Tests/check-cluster.sh

# The same, with more tests of two servers, 40 failures while servers write, 40 while a small program writes many times
# as often, and the move of a store with a million posts. With the program as it is installed, which is faster.
check-cluster-full:
	@Tests/packages.sh $(CLUSTER) $(APPS) $(BROWSER)
	$(SWIFT) build -c release --product timeline --traits Server,Cluster
	Tests/servers.sh $(CLUSTER_PROGRAM) full
	Tests/cluster.sh --program $(CLUSTER_PROGRAM) $(CLUSTER_MANY)
	Tests/cluster.sh $(CLUSTER_MANY)
	PYTHONDONTWRITEBYTECODE=1 Tests/Cluster/move.py $(CLUSTER_PROGRAM) --people 100000 --posts 1000000 --kills 3

# What one runs after every change: the format, the rules and all tests, the slow ones with fewer repetitions.
test:
	@Tests/packages.sh $(TOOLS)
	Tests/test.sh

# Processes that sync: ssh, certificates, an independent peer, and kills between two system calls.
MACHINES = openssh-client openssl python3-venv strace

# Everything, before a piece of work is done. Two shells are for completions.
check:
	@Tests/packages.sh $(TOOLS) zsh fish $(MACHINES) $(BROWSER) $(APPS)
	Tests/check.sh

# Fuzzes every parser, for ten minutes altogether; `make check` does so for two.
fuzz: packages
	Tests/fuzz.sh 600

EXHAUSTIVE = TIMELINE_TEST_EFFORT=exhaustive $(SWIFT) test --traits Server --filter

# Simulates every disk error at every step of every command; `make check` tries every fourth step.
faults:
	@Tests/packages.sh $(TOOLS)
	$(EXHAUSTIVE) 'FailingDiskTests|CreationTests'

# Simulates 100,000 schedules of devices that sync, kills real processes 200 times, and runs 50 schedules of processes;
# `make check` simulates 10,000, kills 50 times and runs 10.
simulate:
	@Tests/packages.sh $(MACHINES)
	$(EXHAUSTIVE) SimulatorTests
	Tests/machines.sh "$$($(SWIFT) build --show-bin-path)/timeline" 200 50

BENCH = $(SWIFT) build -c release --package-path Tests/Benchmarks --scratch-path .build-bench $(STATIC)

# Compares Timeline with Redis, PostgreSQL and others, and writes Docs/Performance.md. The first run creates a dataset
# with a million posts.
bench: bench-build
	$(RELEASE)
	Tests/Benchmarks/peers.sh run .build-bench/release/Benchmarks all .build-bench/worlds . \
		"$$($(SWIFT) build -c release --show-bin-path)/timeline" 20000 1000000

# Compares the time from start to exit with that of an empty program, on the dataset that `make bench` has created.
bench-start: packages
	$(RELEASE)
	Tests/Benchmarks/start.py "$$($(SWIFT) build -c release --show-bin-path)/timeline" \
		.build-bench/worlds/20000-1000000-furnished

# Measures datasets of 5 and 10 million posts. The first run creates them, which takes some minutes and about 8 GB.
bench-large: bench-build
	.build-bench/release/Benchmarks large .build-bench/worlds .

# Measures the server and compares it with nginx. The first run creates a store with a million posts. With GOTOSOCIAL='…',
# the arguments of Tests/Benchmarks/gotosocial.py, compares it also with GoToSocial.
bench-web: packages
	@Tests/packages.sh wrk nginx-light python3-pil $(BROWSER)
	$(RELEASE)
	PYTHONDONTWRITEBYTECODE=1 Tests/Benchmarks/web.py "$$($(SWIFT) build -c release --show-bin-path)/timeline" \
		.build-bench/worlds/web Docs/Performance.md

# Compares sync with rsync and git: between stores of one process, and between processes through a slow relay.
bench-sync: packages
	@Tests/packages.sh rsync git
	$(SWIFT) build -c release --product timeline $(STATIC)
	$(BENCH) --product SyncBenchmark
	.build-bench/release/SyncBenchmark | tee .build/sync.txt
	PYTHONDONTWRITEBYTECODE=1 Tests/Benchmarks/sync.py "$$($(SWIFT) build -c release --show-bin-path)/timeline" \
		Docs/Performance.md .build/sync.txt
	PYTHONDONTWRITEBYTECODE=1 Tests/Benchmarks/first_sync.py "$$($(SWIFT) build -c release --show-bin-path)/timeline"

# Measures a store in PostgreSQL on this machine: many writers at once, pages, and two servers against one.
bench-cluster: packages
	@Tests/packages.sh $(CLUSTER) wrk
	$(BENCH) --product ClusterBenchmark
	$(SWIFT) build -c release --product timeline --traits Server,Cluster
	PYTHONDONTWRITEBYTECODE=1 Tests/Cluster/postgres.py run Tests/Benchmarks/cluster.py \
		.build-bench/release/ClusterBenchmark \
		"$$($(SWIFT) build -c release --traits Server,Cluster --show-bin-path)/timeline"

# Measures imports: their speed against posts, and their memory with an archive of 2 GB.
bench-imports: packages
	$(SWIFT) build -c release --product timeline $(STATIC)
	PYTHONDONTWRITEBYTECODE=1 Tests/Benchmarks/imports.py "$$($(SWIFT) build -c release --show-bin-path)/timeline"

bench-build: packages
	Tests/Benchmarks/peers.sh install
	$(BENCH)

install: packages
	$(RELEASE)
	Tests/install.sh "$(PREFIX)" "$$($(SWIFT) build -c release --show-bin-path)/timeline"

uninstall:
	Tests/uninstall.sh "$(PREFIX)"

packages:
	@Tests/packages.sh

clean:
	rm -rf .build .build-*
