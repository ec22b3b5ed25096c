package io.anixops.lease.bench;

import java.util.Locale;

/** Updates of a table, and how many of them left its indexes alone (HOT). */
record Updates(long all, long hot) {

    /** As the server has counted them, those of sessions that have ended for certain. */
    static Updates of(Arena arena, String table) {
        var told = Sql.query(
                        arena.pool(),
                        "SELECT n_tup_upd || ' ' || n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = '%s'"
                                .formatted(table))
                .split(" ", -1);
        return new Updates(Long.parseLong(told[0]), Long.parseLong(told[1]));
    }

    Updates since(Updates before) {
        return new Updates(all - before.all, hot - before.hot);
    }

    double hotPercent() {
        return 100.0 * hot / all;
    }

    String told() {
        return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", hotPercent());
    }
}
