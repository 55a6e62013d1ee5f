package io.forebay.bench.cluster;

import io.forebay.bench.replay.ReplayNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The nodes that take part now, in ascending order of their numbers. The replay's thread takes them out, the thread
/// that brings nodes back puts them in.
final class Members {
    private final List<Member> members = new ArrayList<>();
    private NodeFigures figuresOfGone = NodeFigures.NONE;

    /// A node that lives.
    record Member(String name, ServerProcess process, ReadyLine addresses, ReplayNode engines) {}

    synchronized void add(Member member) {
        members.add(member);
        members.sort(Comparator.comparingInt(each -> each.engines().number()));
    }

    synchronized Optional<Member> find(int number) {
        return members.stream()
                .filter(each -> each.engines().number() == number)
                .findFirst();
    }

    /// Takes a node out, and with it what it has counted.
    synchronized void drop(Member member) {
        members.remove(member);
    }

    /// Takes a node out and keeps what it has counted so far.
    void remove(Member member) throws IOException {
        NodeFigures last = NodeFigures.read(member.addresses().http());
        synchronized (this) {
            members.remove(member);
            figuresOfGone = figuresOfGone.plus(last);
        }
    }

    synchronized List<ReplayNode> engines() {
        return members.stream().map(Member::engines).toList();
    }

    /// What all nodes together have counted, the share of those that are gone included.
    NodeFigures figures() throws IOException {
        List<Member> now;
        NodeFigures all;
        synchronized (this) {
            now = List.copyOf(members);
            all = figuresOfGone;
        }
        for (Member member : now) {
            all = all.plus(NodeFigures.read(member.addresses().http()));
        }
        return all;
    }
}
