package io.anixops.lease.e2e;

import java.util.List;

/** Lines as kubectl prints them, without what differs from one run to the next: names that are made, times, order. */
final class Masked {
    private Masked() {}

    static List<String> lines(List<String> lines) {
        return lines.stream()
                .map(Masked::line)
                .filter(line -> !line.isEmpty())
                .sorted()
                .toList();
    }

    private static String line(String line) {
        return line.replaceAll("\\bcontrol-[0-9a-z]{5,10}-[0-9a-z]{5}-[0-9a-f]{8}\\b", "HOLDER")
                .replaceAll("\\bcontrol-[0-9a-z]{5,10}-[0-9a-z]{5}\\b", "POD")
                .replaceAll("\\bcontrol-leader-[0-9a-z]{5}\\b", "SLICE")
                .replaceAll("\\b\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ", "TIME")
                .replaceAll("\\b4294967\\d{3}\\b", "TOKEN")
                .replaceAll("\\b10(\\.\\d+){3}\\b", "ADDRESS")
                .replaceAll("\\b(\\d+m)?\\d+s\\b", "AGE")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
