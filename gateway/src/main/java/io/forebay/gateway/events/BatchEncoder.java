package io.forebay.gateway.events;

import io.forebay.core.block.BlockHash;
import io.forebay.core.vllm.VllmHash;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/// Writes batches as vLLM does: `[seconds, [event, …], data parallel rank]`. Pure; safe from any thread.
///
/// @param form of the events
/// @param hashes how blocks are named
record BatchEncoder(BatchForm form, HashForm hashes) {
    private static final int STORED_FIELDS = 7;
    private static final int REMOVED_FIELDS = 2;
    /// Forebay's nodes have no data parallel ranks.
    private static final int RANK = 0;

    byte[] encode(double seconds, List<VllmEvent> events) {
        try (MessageBufferPacker out = MessagePack.newDefaultBufferPacker()) {
            out.packArrayHeader(3);
            out.packDouble(seconds);
            out.packArrayHeader(events.size());
            for (VllmEvent event : events) {
                write(out, event);
            }
            out.packInt(RANK);
            return out.toByteArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException("a buffer in memory does not fail", impossible);
        }
    }

    private void write(MessageBufferPacker out, VllmEvent event) throws IOException {
        switch (event) {
            case VllmEvent.Stored stored -> write(out, stored);
            case VllmEvent.Removed removed -> {
                begin(out, "BlockRemoved", REMOVED_FIELDS);
                field(out, "block_hashes");
                write(out, removed.hashes());
                field(out, "medium");
                out.packString(removed.medium());
            }
            case VllmEvent.Cleared _ -> begin(out, "AllBlocksCleared", 0);
        }
    }

    private void write(MessageBufferPacker out, VllmEvent.Stored stored) throws IOException {
        begin(out, "BlockStored", STORED_FIELDS);
        field(out, "block_hashes");
        write(out, stored.hashes());
        field(out, "parent_block_hash");
        Optional<BlockHash> parent = stored.parent();
        if (parent.isPresent()) {
            write(out, parent.get());
        } else {
            out.packNil();
        }
        field(out, "token_ids");
        out.packArrayHeader(stored.tokens().size());
        for (int token : stored.tokens()) {
            out.packInt(token);
        }
        field(out, "block_size");
        out.packInt(stored.blockSize());
        field(out, "lora_id");
        out.packNil();
        field(out, "medium");
        out.packString(stored.medium());
        field(out, "lora_name");
        out.packNil();
    }

    private void begin(MessageBufferPacker out, String type, int fields) throws IOException {
        if (form == BatchForm.MAP) {
            out.packMapHeader(fields + 1);
            out.packString("type");
        } else {
            out.packArrayHeader(fields + 1);
        }
        out.packString(type);
    }

    private void field(MessageBufferPacker out, String name) throws IOException {
        if (form == BatchForm.MAP) {
            out.packString(name);
        }
    }

    private void write(MessageBufferPacker out, List<BlockHash> names) throws IOException {
        out.packArrayHeader(names.size());
        for (BlockHash name : names) {
            write(out, name);
        }
    }

    private void write(MessageBufferPacker out, BlockHash hash) throws IOException {
        if (hashes == HashForm.UINT64) {
            long number = VllmHash.uint64(hash);
            if (number < 0) {
                out.packBigInteger(new BigInteger(Long.toUnsignedString(number)));
            } else {
                out.packLong(number);
            }
        } else {
            byte[] bytes = hash.bytes();
            out.packBinaryHeader(bytes.length);
            out.writePayload(bytes);
        }
    }
}
