package io.anixops.lease.e2e;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** What lives on the heap of a JVM after a full collection, by class: the JVM's own table. */
record ClassHistogram(String table) {
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)$");

    static ClassHistogram of(long pid) {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        return new ClassHistogram(Shell.run(List.of(jcmd, Long.toString(pid), "GC.class_histogram")));
    }

    long kib() {
        var total = TOTAL.matcher(table);
        if (!total.find()) {
            throw new IllegalStateException("no sum in the table: " + table);
        }
        return Long.parseLong(total.group(1)) / 1024;
    }
}
