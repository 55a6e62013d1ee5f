package io.forebay.house;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// A Java file, read by the JDK's own parser; nothing is resolved, so it need not compile.
///
/// @param name its path in the repository, with `/`: `core/src/main/java/io/forebay/core/…`
record SourceFile(String name, String text, CompilationUnitTree tree, DocTrees docs) {
    static List<SourceFile> parse(Path root, List<Path> files) throws IOException {
        List<Text> texts = new ArrayList<>();
        for (Path file : files) {
            texts.add(new Text(root.relativize(file).toString().replace('\\', '/'), Files.readString(file)));
        }
        return parse(texts);
    }

    /// A file that exists only in a test of a rule.
    static SourceFile of(String name, String text) {
        try {
            return parse(List.of(new Text(name, text))).getFirst();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<SourceFile> parse(List<Text> texts) throws IOException {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "not a JDK");
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) compiler.getTask(null, null, problems, List.of("-proc:none"), null, texts);
        DocTrees docs = DocTrees.instance(task);
        List<SourceFile> sources = new ArrayList<>();
        for (CompilationUnitTree tree : task.parse()) {
            JavaFileObject file = tree.getSourceFile();
            String name = file.toUri().getPath().substring(1);
            sources.add(new SourceFile(name, file.getCharContent(true).toString(), tree, docs));
        }
        if (!problems.getDiagnostics().isEmpty()) {
            throw new IOException(problems.getDiagnostics().getFirst().getMessage(Locale.ROOT));
        }
        return sources;
    }

    String room() {
        return name.substring(0, name.indexOf('/'));
    }

    boolean isTest() {
        return name.contains("/src/test/");
    }

    long lineOf(long position) {
        return tree.getLineMap().getLineNumber(position);
    }

    /// A source held in memory under its repository name.
    private static final class Text extends SimpleJavaFileObject {
        private final String content;

        Text(String name, String content) {
            super(URI.create("string:///" + name), Kind.SOURCE);
            this.content = content;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return content;
        }
    }
}
