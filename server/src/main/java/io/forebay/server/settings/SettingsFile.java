package io.forebay.server.settings;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// A YAML file flattened: `pool: {size: 4GiB}` and `pool.size: 4GiB` are the same. Scalars keep the text that was
/// written, so that `0.90` stays `0.90`.
///
/// @param texts by dotted key, in the file's order
/// @param problems why some or all of it could not be read; empty when all is well
record SettingsFile(Map<String, String> texts, List<String> problems) {
    static SettingsFile read(Path file) {
        try {
            LoadSettings rules = LoadSettings.builder()
                    .setLabel(file.toString())
                    .setSchema(new FailsafeSchema())
                    .setAllowDuplicateKeys(false)
                    .build();
            SettingsFile flat = new SettingsFile(new LinkedHashMap<>(), new ArrayList<>());
            new Load(rules).loadAllFromString(Files.readString(file)).forEach(document -> flat.add(file, document));
            return flat;
        } catch (YamlEngineException broken) {
            return failed(String.valueOf(broken.getMessage()).replaceAll("\\s*\\n\\s*", " "));
        } catch (NoSuchFileException gone) {
            return failed("file " + file + " is not there");
        } catch (CharacterCodingException notText) {
            return failed("file " + file + " is not UTF-8 text");
        } catch (IOException unreadable) {
            return failed("file " + file + " cannot be read: " + unreadable.getMessage());
        }
    }

    private static SettingsFile failed(String problem) {
        return new SettingsFile(Map.of(), List.of(problem));
    }

    private void add(Path file, @Nullable Object document) {
        if (document instanceof Map<?, ?> top) {
            flatten(file, "", top);
        } else if (document != null && !document.equals("")) {
            problems.add("file " + file + " must be a mapping of settings");
        }
    }

    private void flatten(Path file, String prefix, Map<?, ?> map) {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            String key = prefix + entry.getKey();
            Object value = entry.getValue();
            if (value instanceof Map<?, ?> inner) {
                flatten(file, key + ".", inner);
            } else if (value instanceof String text) {
                if (texts.putIfAbsent(key, text) != null) {
                    problems.add("file " + file + " gives " + key + " twice");
                }
            } else {
                problems.add("file " + file + ": " + key + " must be a single value");
            }
        }
    }
}
