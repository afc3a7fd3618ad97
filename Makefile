# make help tells what there is. The work is in scripts/ and .ci/.
.DEFAULT_GOAL := help
.PHONY: help bench deps fixtures test test-mbedtls36 mbedtls36 demo embedded lint snippets fuzz leaks sanitize allocations conformance c-library install package ci clean

help:  ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile | expand -t 18

deps:  ## install the Debian packages that are missing
	@scripts/deps test

fixtures:  ## make the tests' throw-away certificates
	@scripts/fixtures

test:  ## all tests, with the machine's mbedTLS
	@scripts/test 2.28

test-mbedtls36: mbedtls36  ## all tests, with Debian 13's mbedTLS 3.6
	@scripts/test 3.6

mbedtls36:  ## fetch mbedTLS 3.6 into build/mbedtls-3.6
	@.ci/mbedtls-3.6

demo:  ## four handshakes with a throw-away CA
	@scripts/demo

embedded:  ## the core without allocations, and the tool, as Embedded Swift
	@.ci/embedded

lint:  ## format, scripts, and warnings in the C shim
	@.ci/lint

snippets:  ## type-check the Swift in README.md and the articles
	@.ci/snippets

fuzz:  ## run the fuzz targets for a while
	@.ci/fuzz

leaks:  ## the tool's transcripts under valgrind
	@.ci/leaks

sanitize:  ## the tests under the address and thread sanitizers
	@.ci/sanitize

bench: mbedtls36  ## handshakes against mbedTLS alone and OpenSSL: a table, Benchmarks/results, the limits
	@Benchmarks/run

allocations:  ## count the library's own allocations in handshakes
	@.ci/allocations

conformance:  ## other projects' cases, where they lie beside the repository
	@.ci/conformance

c-library:  ## libcountersign.a for C programs, into build/c-library
	@scripts/c-library

install: c-library  ## the tool, its manual and the C library, under DESTDIR and PREFIX
	@tool=$$(scripts/embedded-tool | tee /dev/stderr | tail -1) && \
	    scripts/install --tool "$$tool" --manual-from "$$tool" --library build/c-library \
	        --prefix "$${PREFIX:-/usr/local}" --destdir "$${DESTDIR:-}"

package:  ## a .deb and a tarball for this machine and two boards, into build/packages
	@scripts/package

ci:  ## everything that must hold
	@CI=true bash .ci/run

clean:  ## remove all that was built
	rm -rf .build build
