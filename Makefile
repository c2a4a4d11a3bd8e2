# One engine program as OpenBench wants it: `make EXE=name`; EVAL says whose evaluation.
# `make EVAL=michniewski EXE=mine && ./mine bench`

EVAL ?= compendium
EXE ?= $(EVAL)
CARGO ?= cargo

ROOT := $(dir $(lastword $(MAKEFILE_LIST)))
TARGET := $(ROOT)target/openbench

PACKAGE_michniewski := eval-simplified
PACKAGE_otter := eval-simplified
PACKAGE_chessbin := eval-chessbin
PACKAGE_slate-atkin := eval-slate-atkin
PACKAGE_compendium := eval-compendium
PACKAGE_compendium-in-proportion := eval-compendium
PACKAGE_shannon := eval-classics
PACKAGE_turochamp := eval-classics
PACKAGE_pesto := eval-classics
PACKAGE_kaufman := eval-classics
PACKAGE := $(PACKAGE_$(EVAL))

SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)

.PHONY: all
all:
	$(if $(PACKAGE),,$(error EVAL=$(EVAL) is none of michniewski, otter, chessbin, slate-atkin, compendium, compendium-in-proportion, shannon, turochamp, pesto and kaufman))
	$(CARGO) build --release --locked --manifest-path $(ROOT)Cargo.toml --target-dir $(TARGET) -p $(PACKAGE) --bin $(EVAL)
	cp $(TARGET)/release/$(EVAL)$(SUFFIX) $(EXE:$(SUFFIX)=)$(SUFFIX)
