# Builds the concurrent tests under the thread sanitizer: make -f Tests/Threads.mk -j2
# The package manager would compile all dependencies again. Only GRDB and the tested modules are instrumented; the
# functions of swift-crypto, which share no state between threads, are taken from the build of the other tests.

BUILD = .build-thread
SCRATCH = $(or $(SWIFTPM_BUILD_DIR),.build)
BIN := $(shell swift build --show-bin-path)
CRYPTO = Crypto CryptoBoringWrapper CCryptoBoringSSL CCryptoBoringSSLShims CXKCP CXKCPShims

FEATURES = ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault \
	InferIsolatedConformances
COMPILE = swiftc -sanitize=thread -Onone -gline-tables-only -wmo -parse-as-library -enable-testing -DDEBUG
# The modules of this build come first: the other build contains modules of the same names.
IMPORTS := -I $(BUILD) -I $(BIN)/Modules -I $(SCRATCH)/checkouts/GRDB.swift/Sources/GRDBSQLite \
	$(patsubst %,-I Sources/%,CTurboJPEG CPNG CWebP CHEIF) \
	$(patsubst %,-I %,$(wildcard $(SCRATCH)/checkouts/swift-crypto/Sources/*/include)) \
	$(patsubst -I%,-Xcc -I%,$(shell pkg-config --cflags-only-I libpng))
OURS = $(COMPILE) $(IMPORTS) -swift-version 6 $(patsubst %,-enable-upcoming-feature %,$(FEATURES))

sources = $(shell find $(1) -name '*.swift')
object = $(patsubst %,$(BUILD)/%.o,$(1))

# module NAME, FOLDERS AND FILES, MODULES THAT IT IMPORTS, COMMAND
define module
$(BUILD)/$(1).o: $(call sources,$(2)) $(call object,$(3)) | $(BUILD)
	$(4) -module-name $(1) -emit-module -emit-module-path $(BUILD)/$(1).swiftmodule -o $$@ -c $$(filter %.swift,$$^)
MODULES += $(1)
endef
package = $(eval $(call module,$(1),$(2),$(3),$(OURS) -package-name timeline))

$(BUILD)/concurrent:

$(eval $(call module,GRDB,$(SCRATCH)/checkouts/GRDB.swift/GRDB,,$(COMPILE) $(IMPORTS) -swift-version 6 -suppress-warnings \
	-package-name grdb -DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_SNAPSHOT -DSQLITE_DISABLE_SNAPSHOT))
$(call package,PictureFiles,Sources/PictureFiles)
$(call package,TimelineRecords,Sources/TimelineRecords)
$(call package,TimelineCore,Sources/TimelineCore $(BIN)/TimelineCore.build/DerivedSources,PictureFiles TimelineRecords)
$(call package,TimelineSQLite,Sources/TimelineSQLite,TimelineCore GRDB)
$(call package,TimelineMedia,Sources/TimelineMedia,TimelineCore)
$(call package,TimelineTesting,Sources/TimelineTesting,TimelineCore)
$(call package,TimelineTestSupport,Tests/TimelineTestSupport,TimelineSQLite TimelineTesting)
# Compiled like another package, as in Package.swift.
$(eval $(call module,TimelineTestDoubles,Tests/TimelineTestDoubles,TimelineCore,$(OURS)))
$(call package,TimelineCoreTests,Tests/TimelineCoreTests/Concurrent Tests/TimelineCoreTests/Timeline/ForcedPlan.swift,\
	TimelineTestSupport TimelineTestDoubles)
$(call package,TimelineMediaTests,Tests/TimelineMediaTests/Concurrent Tests/TimelineMediaTests/Support,\
	TimelineMedia TimelineTestSupport TimelineTestDoubles)

$(BUILD)/concurrent: Tests/TestProgram.swift $(call object,$(MODULES))
	$(OURS) -module-name TestProgram -o $@ $^ $(foreach module,$(CRYPTO),$(shell find $(BIN)/$(module).build -name '*.o')) \
		-lstdc++ -lsqlite3 $(shell pkg-config --libs libturbojpeg libpng libwebp)

$(BUILD):
	mkdir -p $@
