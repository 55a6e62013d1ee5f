package io.forebay.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/// A TCP proxy that can stop forwarding without closing anything, as a stopped process or a lost network does.
final class FreezingProxy implements AutoCloseable {
    private final int target;
    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean frozen;

    FreezingProxy(int target) throws IOException {
        this.target = target;
        listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    void freeze() {
        frozen = true;
    }

    private void accept() {
        try {
            while (true) {
                Socket from = listener.accept();
                Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(from);
                sockets.add(to);
                Thread.ofVirtual().start(() -> copy(from, to));
                Thread.ofVirtual().start(() -> copy(to, from));
            }
        } catch (IOException e) {
            // the proxy is closed
        }
    }

    private void copy(Socket from, Socket to) {
        byte[] buffer = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (frozen) {
                    closed.await();
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException | InterruptedException e) {
            // the connection is over
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
