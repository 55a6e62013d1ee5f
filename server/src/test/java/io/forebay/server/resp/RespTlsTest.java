package io.forebay.server.resp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.server.running.StartFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/// The gateway behind TLS, with a certificate that the JDK's keytool has made for this run.
final class RespTlsTest {
    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    Path folder;

    private KeyStore store() throws Exception {
        Path file = folder.resolve("store.p12");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "resp",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                file.toString());
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertTrue(keytool.waitFor(60, TimeUnit.SECONDS) && keytool.exitValue() == 0);
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    private Path pem(String name, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return Files.writeString(
                folder.resolve(name), "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }

    @Test
    void aLargeValueGoesThroughAndAClearClientDoesNot() throws Exception {
        KeyStore store = store();
        Path certificate =
                pem("chain.pem", "CERTIFICATE", store.getCertificate("resp").getEncoded());
        Path key = pem("key.pem", "PRIVATE KEY", store.getKey("resp", PASSWORD).getEncoded());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        byte[] value = new byte[7 << 20];
        new SplittableRandom(5).nextBytes(value);
        Map<String, String> settings =
                Map.of("resp.tls.certificate", certificate.toString(), "resp.tls.key", key.toString());
        try (RespNode node = RespNode.start(folder, settings)) {
            DefaultJedisClientConfig config = DefaultJedisClientConfig.builder()
                    .ssl(true)
                    .sslSocketFactory(context.getSocketFactory())
                    .socketTimeoutMillis(20_000)
                    .build();
            try (Jedis jedis = new Jedis(new HostAndPort("localhost", node.port()), config)) {
                assertEquals("OK", jedis.set(new byte[] {1}, value));
                assertArrayEquals(value, jedis.get(new byte[] {1}));
            }
            try (RawClient clear = new RawClient(node.port())) {
                clear.send("PING\r\n");
                assertTrue(clear.isClosed());
            }
        }
    }

    @Test
    void aCertificateThatCannotBeReadIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("none.pem"), "nothing");
        Map<String, String> settings = Map.of("resp.tls.certificate", file.toString(), "resp.tls.key", file.toString());
        StartFailure failure = assertThrows(StartFailure.class, () -> RespNode.start(folder, settings));
        assertTrue(failure.getMessage().contains("resp.tls.certificate"), failure.getMessage());
    }
}
