package io.forebay.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds libucp, once for the process. Its lack is a state: [#load] says what is missing and how to get it.
///
/// Parts of UCX read their settings from the environment only, the first of them when the library is loaded, so
/// they are put there before. What the operator has set stays, but for the signals: the JVM uses them itself.
final class UcxLibraryNative {
    /// The version of the interface that is used; a newer library offers it, too.
    static final int MAJOR = 1;

    static final int MINOR = 13;

    private static final String NAME = "libucp.so.0";
    private static final String REMEDY = "install it with: apt-get install -y libucx0";
    private static final long MESSAGE_BYTES = 256;

    /// Segments of 64 KiB bring 2 to 4 times the throughput over TCP; logging goes to the standard output otherwise.
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "UCX_TCP_TX_SEG_SIZE", "64k",
            "UCX_TCP_RX_SEG_SIZE", "64k",
            "UCX_LOG_LEVEL", "fatal",
            "UCX_LOG_FILE", "stderr");

    private static final Object LOCK = new Object();
    private static volatile @Nullable SymbolLookup library;

    private UcxLibraryNative() {}

    /// Loads the library unless it is loaded.
    ///
    /// @throws FabricException when it is not there or too old
    static void load() throws FabricException {
        synchronized (LOCK) {
            if (library == null) {
                setEnvironment();
                SymbolLookup found = find(NAME);
                check(found);
                library = found;
            }
        }
    }

    /// The library's symbols, after [#load].
    static SymbolLookup lookup() {
        return Objects.requireNonNull(library, "the library is loaded");
    }

    /// What a `ucs_status_t` means, in the library's words.
    static String describe(int status) {
        return lookup().find("ucs_status_string")
                .map(symbol -> text(symbol, status))
                .orElse("status " + status);
    }

    @SuppressWarnings("restricted") // a library of this name has the functions of ucp.h
    static SymbolLookup find(String name) throws FabricException {
        try {
            return SymbolLookup.libraryLookup(name, Arena.global());
        } catch (IllegalArgumentException missing) {
            throw new FabricException("ucx is not available: " + name + " cannot be loaded; " + REMEDY, missing);
        }
    }

    /// Throws unless the library is as new as what is used of it.
    static void check(SymbolLookup library) throws FabricException {
        Optional<MemorySegment> symbol = library.find("ucp_get_version");
        if (symbol.isEmpty() || library.find("ucp_am_send_nbx").isEmpty()) {
            throw new FabricException("ucx is not available: " + NAME + " is too old; " + REMEDY);
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment version = arena.allocate(ValueLayout.JAVA_INT, 3);
            handle(
                            symbol.get(),
                            FunctionDescriptor.ofVoid(
                                    ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG))
                    .invokeExact(version.address(), version.address() + 4, version.address() + 8);
            requireVersion(version.getAtIndex(ValueLayout.JAVA_INT, 0), version.getAtIndex(ValueLayout.JAVA_INT, 1));
        } catch (FabricException tooOld) {
            throw tooOld;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    static void requireVersion(int major, int minor) throws FabricException {
        if (major != MAJOR || minor < MINOR) {
            throw new FabricException("ucx is not available: " + NAME + " is version " + major + "." + minor + ", and "
                    + MAJOR + "." + MINOR + " or a later " + MAJOR + ".x is needed");
        }
    }

    private static void setEnvironment() {
        ENVIRONMENT.forEach((name, value) -> setVariable(name, value, 0));
        setVariable("UCX_ERROR_SIGNALS", "", 1);
    }

    private static void setVariable(String name, String value, int overwrite) {
        Linker linker = Linker.nativeLinker();
        MemorySegment symbol = linker.defaultLookup().findOrThrow("setenv");
        try (Arena arena = Arena.ofConfined()) {
            int ignored = (int) handle(
                            symbol,
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.ADDRESS,
                                    ValueLayout.ADDRESS,
                                    ValueLayout.JAVA_INT))
                    .invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), overwrite);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("restricted") // a string constant of the library's, ended by a zero
    private static String text(MemorySegment symbol, int status) {
        MethodHandle describe = handle(symbol, FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        try {
            return ((MemorySegment) describe.invokeExact(status))
                    .reinterpret(MESSAGE_BYTES)
                    .getString(0);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("restricted") // the signatures of ucp.h, status.h and setenv(3)
    private static MethodHandle handle(MemorySegment symbol, FunctionDescriptor signature) {
        return Linker.nativeLinker().downcallHandle(symbol, signature);
    }
}
