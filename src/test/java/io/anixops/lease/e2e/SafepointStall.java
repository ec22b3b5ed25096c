package io.anixops.lease.e2e;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A JVM all of whose Java threads stand still, as for a long collection of garbage: it stops them to write a dump of its
 * heap, into a pipe that nobody reads.
 */
final class SafepointStall implements AutoCloseable {
    private static final Path FOLDER = Folders.temporary("stall");

    private final RandomAccessFile pipe;
    private final Child dump;

    private SafepointStall(RandomAccessFile pipe, Child dump) {
        this.pipe = pipe;
        this.dump = dump;
    }

    /** It stands when this returns. */
    static SafepointStall of(Child jvm) {
        var file = FOLDER.resolve("heap-" + jvm.pid()).toString();
        run("mkfifo", List.of("mkfifo", file)).awaitEnd(Eventually.LONG);
        try {
            var pipe = new RandomAccessFile(file, "rw"); // to read alone would wait for who writes
            var written = new FileInputStream(pipe.getFD());
            var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            var dump = run("jcmd", List.of(jcmd, Long.toString(jvm.pid()), "GC.heap_dump", "-overwrite", file));
            Eventually.untilOr(dump, "the dump has begun", () -> written.available() > 0);
            return new SafepointStall(pipe, dump);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The dump fails, and all goes on. */
    @Override
    public void close() {
        try {
            pipe.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        dump.awaitEnd(Eventually.LONG);
    }

    private static Child run(String name, List<String> command) {
        return Child.start(name, FOLDER.resolve(name + ".log"), Map.of(), command);
    }
}
