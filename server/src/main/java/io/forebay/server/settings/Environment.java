package io.forebay.server.settings;

import java.util.Set;
import java.util.regex.Pattern;

/// Which environment variables are meant for the configuration.
final class Environment {
    /// Names the configuration file.
    static final String FILE = "FOREBAY_CONFIG";

    /// Read by the launcher and the build.
    private static final Set<String> OTHERS =
            Set.of(FILE, "FOREBAY_JAVA_HOME", "FOREBAY_JAVA_OPTS", "FOREBAY_MAVEN_ARGS", "FOREBAY_INSIDE_VERIFY");

    /// Kubernetes sets these for a service whose name begins with `forebay`; they say nothing to us.
    private static final Pattern SERVICE_LINK =
            Pattern.compile("FOREBAY_(\\w+_)?(SERVICE_HOST|SERVICE_PORT\\w*|PORT_\\d+_\\w+)|FOREBAY_PORT");

    private Environment() {}

    static boolean isOurs(String name) {
        return name.startsWith("FOREBAY_")
                && !OTHERS.contains(name)
                && !SERVICE_LINK.matcher(name).matches();
    }
}
