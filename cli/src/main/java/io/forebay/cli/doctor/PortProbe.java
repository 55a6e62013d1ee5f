package io.forebay.cli.doctor;

import io.forebay.cli.doctor.Host.PortLook;
import io.forebay.cli.doctor.Host.Taken;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Tries to have a port for a moment; where somebody has it, looks for who that is, as far as `/proc` lets this user
/// see. A process of Forebay's own is taken for the one that is meant.
final class PortProbe {
    private static final String LISTENING = "0A";
    private static final String OURS = "io.forebay.cli.Main";
    private static final int MOST_WORDS = 80;

    private PortProbe() {}

    static PortLook look(String bindHost, Wanted.Port port) {
        InetSocketAddress address = new InetSocketAddress(bindHost, port.number());
        if (address.isUnresolved()) {
            return new PortLook(port, Taken.REFUSED, "", "bind.host " + bindHost + " cannot be resolved");
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
            return new PortLook(port, Taken.FREE, "", "");
        } catch (BindException taken) {
            Set<String> inodes = listening(port.number());
            if (inodes.isEmpty()) {
                return new PortLook(port, Taken.REFUSED, "", String.valueOf(taken.getMessage()));
            }
            Optional<Path> process = holder(inodes);
            String command = process.map(PortProbe::command).orElse("");
            Taken by = command.contains(OURS) ? Taken.OURS : Taken.OTHER;
            return new PortLook(
                    port, by, process.map(path -> words(path, command)).orElse(""), "");
        } catch (IOException refused) {
            return new PortLook(port, Taken.REFUSED, "", String.valueOf(refused.getMessage()));
        }
    }

    private static String words(Path process, String command) {
        int main = command.indexOf(OURS);
        String shown = main < 0 ? command : "forebay" + command.substring(main + OURS.length());
        String cut = shown.length() > MOST_WORDS ? shown.substring(0, MOST_WORDS) + "…" : shown;
        return "process " + process.getFileName() + " (" + cut.strip() + ")";
    }

    /// The inodes of sockets that listen on a port, at whatever address.
    private static Set<String> listening(int port) {
        String end = String.format(Locale.ROOT, ":%04X", port);
        Set<String> inodes = new HashSet<>();
        for (String table : new String[] {"tcp", "tcp6"}) {
            for (String line : lines(Path.of("/proc/net", table))) {
                String[] words = line.strip().split("\\s+", -1);
                if (words.length > 9 && words[1].endsWith(end) && words[3].equals(LISTENING)) {
                    inodes.add(words[9]);
                }
            }
        }
        return inodes;
    }

    private static List<String> lines(Path table) {
        try {
            return Files.readAllLines(table);
        } catch (IOException unknown) {
            return List.of();
        }
    }

    private static Optional<Path> holder(Set<String> inodes) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                if (holds(process, inodes)) {
                    return Optional.of(process);
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException unknown) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static boolean holds(Path process, Set<String> inodes) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                String target = Files.readSymbolicLink(descriptor).toString();
                if (target.startsWith("socket:[")
                        && inodes.contains(target.substring("socket:[".length(), target.length() - 1))) {
                    return true;
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException goneOrNotOurs) {
            return false;
        }
        return false;
    }

    /// The words of a process's command, blanks between them; empty where it is gone or not ours to see.
    static String command(Path process) {
        try {
            return new String(Files.readAllBytes(process.resolve("cmdline")), StandardCharsets.UTF_8)
                    .replace('\0', ' ')
                    .strip();
        } catch (IOException gone) {
            return "";
        }
    }
}
