package io.forebay.core.broken;

import com.google.protobuf.ByteString;
import io.forebay.fabric.Fabric;
import java.lang.foreign.Linker;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Uses another room, a thread, protobuf, native calls and configuration.
abstract class Impure {
    abstract Fabric anotherRoom();

    abstract Thread aThread();

    abstract ByteString aMessage();

    abstract Linker aNativeCall();

    abstract LoadSettings aConfiguration();
}
