package io.forebay.server.settings;

import io.forebay.gateway.resp.RespSettings;
import java.nio.file.Path;
import java.util.Optional;

/// A node's RESP gateway as values.
final class RespConfig {
    private RespConfig() {}

    /// Empty where the settings name no port for it.
    static Optional<RespSettings> of(EffectiveSettings settings) {
        return settings.value(RespSettingList.PORT).map(port -> of(settings, port));
    }

    private static RespSettings of(EffectiveSettings settings, int port) {
        Optional<Path> certificate = settings.value(RespSettingList.TLS_CERTIFICATE);
        Optional<Path> key = settings.value(RespSettingList.TLS_KEY);
        double bytes = settings.value(RespSettingList.SHARE) * settings.value(SettingList.POOL_SIZE);
        return new RespSettings(
                settings.value(SettingList.BIND_HOST),
                port,
                new RespSettings.Access(
                        settings.value(RespSettingList.PASSWORD),
                        certificate.flatMap(chain -> key.map(file -> new RespSettings.Tls(chain, file)))),
                new RespSettings.Bounds(
                        settings.value(RespSettingList.MAX_CONNECTIONS),
                        (long) bytes,
                        settings.value(RespSettingList.MAX_KEYS),
                        settings.value(RespSettingList.REQUEST_TIMEOUT),
                        settings.value(RespSettingList.IDLE_TIMEOUT)),
                new RespSettings.Policy(
                        settings.value(RespSettingList.OVERWRITE) == Overwrite.REPLACE,
                        settings.value(RespSettingList.EVICT),
                        settings.value(RespSettingList.FLUSH),
                        settings.value(RespSettingList.CLOSE_AFTER_ERROR)));
    }
}
