package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.format.FileContents;
import java.io.IOException;

/// Gives full files their footers. What a file has is synced first; if that fails, it is [Unsafe]. If only the footer
/// fails, the next start scans the file.
///
/// Guarded by the tier's lock; the device's writing threads do it.
final class Finishing {
    private final DeviceKit kit;
    private final FileSet files;
    private final Unsafe unsafe;

    Finishing(DeviceKit kit, FileSet files, Unsafe unsafe) {
        this.kit = kit;
        this.files = files;
        this.unsafe = unsafe;
    }

    /// Within a turn: nobody writes to the file any more.
    void finish(StoredFile file) {
        FileContents contents = file.contents();
        StoredFile.Mark safe = file.safe;
        kit.lock()
                .later(() -> kit.threads().write(() -> {
                    long before = file.log.sizeBytes();
                    boolean synced = isDone(file.log::sync);
                    boolean finished = synced
                            && isDone(() -> kit.staged(staging -> {
                                file.log.finish(contents, staging);
                                return true;
                            }));
                    kit.lock().run(() -> {
                        files.shrank(before - file.log.sizeBytes());
                        file.phase = StoredFile.Phase.DONE;
                        end(file, safe, synced, finished);
                    });
                }));
    }

    private void end(StoredFile file, StoredFile.Mark safe, boolean synced, boolean finished) {
        if (!finished) {
            kit.failed();
        }
        if (synced) {
            file.safeUpTo(file.mark());
            file.dirty = false;
        } else {
            unsafe.breakOff(file, safe);
        }
    }

    private interface Io {
        void run() throws IOException;
    }

    private static boolean isDone(Io io) {
        try {
            io.run();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
