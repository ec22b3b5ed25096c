package io.anixops.lease.bench;

import java.util.function.ObjIntConsumer;

/** What is measured, and what has to be so before it. */
enum Operation {
    RENEW("renew", Contestant::take, Contestant::renew),
    CYCLE("acquire and release", (contestant, lease) -> {}, Contestant::cycle),
    REFUSED("refused attempt", Contestant::occupy, Contestant::refused);

    private final String title;
    private final ObjIntConsumer<Contestant> prepare;
    private final ObjIntConsumer<Contestant> run;

    Operation(String title, ObjIntConsumer<Contestant> prepare, ObjIntConsumer<Contestant> run) {
        this.title = title;
        this.prepare = prepare;
        this.run = run;
    }

    String title() {
        return title;
    }

    void prepare(Contestant contestant, int lease) {
        prepare.accept(contestant, lease);
    }

    void run(Contestant contestant, int lease) {
        run.accept(contestant, lease);
    }
}
