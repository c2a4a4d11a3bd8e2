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

# The descriptions of the engines for the folder Engines of an OpenBench server: `make descriptions DIR=Engines`, each with
# the nodes a second by which the server adjusts its time controls.
NPS := michniewski=2500000 otter=2500000 chessbin=1600000 slate-atkin=2300000 compendium=400000 \
	compendium-in-proportion=400000 shannon=1500000 turochamp=900000 pesto=3000000 kaufman=3000000

.PHONY: descriptions
descriptions:
	$(foreach pair,$(NPS),sed 's/ENGINE/$(firstword $(subst =, ,$(pair)))/; s/NPS/$(lastword $(subst =, ,$(pair)))/' \
		$(ROOT)openbench/engine.json > $(DIR)/$(firstword $(subst =, ,$(pair))).json;)
