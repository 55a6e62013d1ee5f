package io.forebay.memory.ssd.device;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.file.DirectoryTakenException;
import io.forebay.memory.ssd.file.LogDirectory;
import io.forebay.memory.ssd.file.StagingSlab;
import io.forebay.memory.ssd.log.LogFile;
import io.forebay.memory.ssd.log.UnknownFormatException;
import io.forebay.memory.ssd.terms.DeviceReport;
import io.forebay.memory.ssd.terms.DeviceSettings;
import io.forebay.memory.ssd.terms.SsdParts;
import io.forebay.memory.ssd.terms.SsdSettings;
import io.forebay.memory.ssd.terms.SsdThreads;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Opens the devices of a tier and puts what they have together. Blocks; for a platform thread.
public final class StripeStart {
    private final SsdSettings settings;
    private final SsdParts parts;
    private final TierLock lock = new TierLock();
    private final Records records = new Records();
    private final Merge merge = new Merge();
    private final List<Device> devices = new ArrayList<>();
    private final List<DeviceReport> reports = new ArrayList<>();
    private final List<BlockKey> corrupt = new ArrayList<>();

    private StripeStart(SsdSettings settings, SsdParts parts) {
        this.settings = settings;
        this.parts = parts;
    }

    /// The devices at work.
    ///
    /// @param corrupt keys of which nothing but the name is left
    public record Started(Stripe stripe, List<Device> devices, List<DeviceReport> reports, List<BlockKey> corrupt) {
        /// Gives back what the devices use, except for those that are not at rest.
        public void release(List<Device> restless) {
            devices.forEach(each -> each.release(!restless.contains(each)));
        }
    }

    /// Opens the devices.
    ///
    /// @throws DirectoryTakenException when one belongs to somebody else; nothing is held then
    /// @throws IOException when none works
    public static Started open(SsdSettings settings, List<DeviceSettings> devices, SsdParts parts) throws IOException {
        StripeStart start = new StripeStart(settings, parts);
        try {
            for (DeviceSettings each : devices) {
                start.open(each);
            }
            if (start.devices.isEmpty()) {
                throw new IOException("no device works: "
                        + String.join(
                                "; ",
                                start.reports.stream()
                                        .map(DeviceReport::failure)
                                        .toList()));
            }
        } catch (IOException | RuntimeException e) {
            start.devices.forEach(each -> each.release(true));
            throw e;
        }
        return start.settle();
    }

    private void open(DeviceSettings device) throws IOException {
        LogDirectory directory = null;
        try {
            directory = parts.directories().open(device.directory(), settings.direct());
            directory.hold(settings.owner());
            add(device, directory);
        } catch (DirectoryTakenException | UnknownFormatException e) {
            close(directory);
            throw e;
        } catch (IOException e) {
            close(directory);
            String failure = device.directory() + ": " + said(e);
            reports.add(new DeviceReport(device.directory().toString(), false, 0, 0, failure, List.of()));
        }
    }

    /// Of some failures the message is a path only.
    private static String said(IOException e) {
        return switch (e) {
            case FileAlreadyExistsException there -> "is not a directory";
            case AccessDeniedException denied -> "access is denied: " + denied.getFile();
            case NoSuchFileException missing -> "cannot be made: " + missing.getFile();
            case FileSystemException other
            when other.getReason() == null -> other.getClass().getSimpleName() + ": " + other.getFile();
            default -> Objects.requireNonNullElse(e.getMessage(), e.toString());
        };
    }

    private static void close(@org.jspecify.annotations.Nullable LogDirectory directory) {
        if (directory != null) {
            directory.close();
        }
    }

    private void add(DeviceSettings settled, LogDirectory directory) throws IOException {
        // A reclaim, and all reads and writes that have a thread.
        StagingSlab staging = new StagingSlab(settings.readThreads() + settings.writeThreads() + 1);
        DeviceStart start;
        long fileBytes;
        try {
            start = DeviceStart.look(directory, staging);
            fileBytes = settled.fileBytes(settings.fileBytes(), start.takenBytes() + directory.usableBytes());
        } catch (IOException | RuntimeException e) {
            staging.close();
            throw e;
        }
        SsdThreads threads = parts.threads().apply("ssd-" + devices.size());
        DeviceKit kit = new DeviceKit(
                lock,
                records,
                settings,
                threads,
                directory,
                staging,
                new Counters(),
                new DeviceBreaker(threads::nanoTime),
                parts.retirement());
        Device device = new Device(kit, parts.nonces(), settled.capacityBytes(), fileBytes);
        lock.run(() -> {
            start.opened().forEach(each -> adopt(device, each));
            start.unreadable().forEach(device::skip);
        });
        devices.add(device);
        int useful = (int)
                start.opened().stream().filter(each -> !each.found().isEmpty()).count();
        int scanned = (int) start.opened().stream()
                .filter(each -> !each.found().isEmpty() && !each.found().footed())
                .count();
        reports.add(new DeviceReport(directory.name(), directory.isDirect(), useful, scanned, "", start.notes()));
    }

    private void adopt(Device device, DeviceStart.Opened opened) {
        LogFile log = LogFile.existing(device.kit().directory(), opened.found(), opened.file());
        StoredFile file = device.adopt(log, opened.found().contents().tombstones());
        file.footed = opened.found().footed();
        merge.add(device, file, opened.found().contents());
        corrupt.addAll(opened.found().corrupt());
    }

    private Started settle() {
        lock.run(() -> {
            merge.fill(records);
            devices.forEach(each -> each.files().settle());
        });
        List<BlockKey> lost = lock.call(() -> corrupt.stream()
                .distinct()
                .filter(key -> records.find(key) == null)
                .toList());
        return new Started(new Stripe(lock, records, devices), List.copyOf(devices), List.copyOf(reports), lost);
    }
}
