package io.anixops.lease.bench;

import io.anixops.lease.bench.Meter.Reading;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The table of one operation: how fast each contestant is beside ours, and what it costs the server. */
final class Comparison {
    private final Report report;
    private final String network;
    private final Operation operation;

    Comparison(Report report, String network, Operation operation) {
        this.report = report;
        this.network = network;
        this.operation = operation;
    }

    /** Where waiting processes are told, first ours that tells nobody, as the peers do. */
    private List<String> ours() {
        return operation.notifies() ? List.of(Ours.QUIET, "ours") : List.of("ours");
    }

    private String title(String ours) {
        return operation.title()
                + (ours().indexOf(ours) == 0 ? "" : " with NOTIFY")
                + (network.isEmpty() ? "" : ", " + network);
    }

    void head(String how) {
        report.title(title(ours().get(0)));
        report.text(how + ".\n");
        report.table(Stream.of(
                        Stream.of("contestant", "threads", "counted", "a second"),
                        ours().stream().map(one -> one + " to theirs"),
                        Stream.of("WAL bytes", "ids", "server CPU µs", "HOT"))
                .flatMap(columns -> columns)
                .toArray(String[]::new));
    }

    void tell(int threads, Map<Contestant, List<Turn>> series, Map<Contestant, Updates> updates) {
        series.forEach((contestant, turns) -> report.row(Stream.of(
                        Stream.of(
                                contestant.name(),
                                threads,
                                "%,d".formatted(Turn.counted(turns)),
                                Spread.of(Turn.rates(turns)).rate()),
                        ours().stream()
                                .map(one ->
                                        ratio(one, contestant, threads, series).ratio()),
                        costs(contestant, turns),
                        Stream.of(updates.get(contestant).told()))
                .flatMap(cells -> cells)
                .toArray()));
    }

    private Spread ratio(String ours, Contestant theirs, int threads, Map<Contestant, List<Turn>> series) {
        var base = series.keySet().stream()
                .filter(one -> one.name().equals(ours))
                .findFirst()
                .orElseThrow();
        var ratio = Spread.ofRatios(Turn.rates(series.get(base)), Turn.rates(series.get(theirs)));
        if (!theirs.equals(base)) {
            report.ratio(title(ours), theirs.name(), threads, ratio);
        }
        return ratio;
    }

    private Stream<Object> costs(Contestant contestant, List<Turn> turns) {
        var wal = Turn.costOfOne(turns, Reading::walBytes);
        var ids = Turn.costOfOne(turns, Reading::ids);
        Expect.that(
                operation != Operation.REFUSED || !contestant.name().equals("ours") || wal == 0 && ids == 0,
                "a refused attempt of ours wrote",
                wal,
                ids);
        return Stream.of(
                decimal("%,.0f", wal),
                decimal("%.2f", ids),
                decimal("%,.0f", Turn.costOfOne(turns, Reading::cpuNanos) / 1_000));
    }

    private static String decimal(String format, double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
    }
}
