# One engine program as OpenBench wants it: `make EXE=name`; EVAL says whose evaluation.
# `make EVAL=michniewski EXE=mine && ./mine bench`

EVAL ?= compendium
EXE ?= $(EVAL)
CARGO ?= cargo

ROOT := $(dir $(lastword $(MAKEFILE_LIST)))
TARGET := $(ROOT)target/openbench

ENGINES := michniewski otter chessbin slate-atkin compendium compendium-in-proportion shannon turochamp pesto kaufman

SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

.PHONY: all
all:
	$(if $(filter $(EVAL),$(ENGINES)),,$(error EVAL=$(EVAL) is none of michniewski, otter, chessbin, slate-atkin, compendium, compendium-in-proportion, shannon, turochamp, pesto and kaufman))
	$(CARGO) build --release --locked --manifest-path $(ROOT)Cargo.toml --target-dir $(TARGET) -p engines --bin $(EVAL)
	cp $(TARGET)/release/$(EVAL)$(SUFFIX) $(EXE:$(SUFFIX)=)$(SUFFIX)
