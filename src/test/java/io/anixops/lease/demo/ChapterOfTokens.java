package io.anixops.lease.demo;

import java.util.List;

/** A process that holds a lease itself is paused past its term: what it still does then, the token stops. */
final class ChapterOfTokens {
    private final World world;
    private final Story story;

    ChapterOfTokens(World world, Story story) {
        this.world = world;
        this.story = story;
    }

    void play() {
        story.says("%nTwo processes with the library compete for a lease of their own, 'invoices', with a TTL of %d s."
                .formatted(InvoiceRun.TTL.toSeconds()));
        story.shows(() -> "");
        try (var first = world.worker()) {
            var old = first.awaitToken();
            try (var second = world.worker()) {
                story.step(
                        "The first leads, and is paused (SIGSTOP) just before it writes. Its term ends, and the second leads.",
                        () -> isPaused(first, old, second));
                story.step(
                        "The first wakes and writes, as if it still led: the database refuses its token.",
                        () -> wakes(first));
                story.step("The second writes: its token is good.", () -> {
                    story.sees(second.goOn());
                    World.require(
                            "only the second wrote",
                            world.invoiceRuns()
                                    .equals(List.of(world.row(Worker.LEASE).token())));
                });
            }
        }
    }

    private void isPaused(Worker first, long old, Worker second) {
        first.pause();
        var token = second.awaitToken();
        World.require("the token rose", token > old);
        story.sees("the first has token %d, the second %d".formatted(old, token));
    }

    private void wakes(Worker first) {
        first.resume();
        var answer = first.goOn();
        story.sees(answer);
        World.require("the late write is refused by its token", answer.endsWith("(DL001)"));
    }
}
