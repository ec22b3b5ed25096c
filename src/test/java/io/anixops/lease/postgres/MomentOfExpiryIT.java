package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.BOB;
import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static io.anixops.lease.postgres.LeaseDatabase.claim;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Attempt;
import io.anixops.lease.Renewal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The one microsecond in which a term's expiry is reached, on a clock that stands still. */
class MomentOfExpiryIT {
    private final LeaseDatabase leases = LeaseDatabase.create();
    private Attempt.Held held;

    @BeforeEach
    void alice_holds_it() {
        held = leases.take(ALICE);
        leases.run("CREATE SCHEMA still");
        stopClockAt(Instant.EPOCH);
        leases.run(LeaseSchema.script(TableName.DEFAULT).replace(" clock_timestamp()", " still.clock_timestamp()"));
        leases.run("ALTER DATABASE %s SET search_path = still, pg_catalog, public".formatted(leases.database.name()));
    }

    @Test
    void in_it_the_lease_is_held_still_and_can_be_renewed() {
        stopClockAt(held.lease().expiresAt());

        assertThat(leases.store.tryAcquire(claim(NAME, BOB, TTL))).isInstanceOf(Attempt.Denied.class);
        assertThat(leases.renew(held.term())).isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void after_it_the_next_one_may_have_it() {
        stopClockAt(held.lease().expiresAt().plus(1, ChronoUnit.MICROS));

        assertThat(leases.renew(held.term())).isInstanceOf(Renewal.Lost.class);
        assertThat(leases.store.tryAcquire(claim(NAME, BOB, TTL))).isInstanceOf(Attempt.Held.class);
    }

    /** As the store and the functions of the schema see it. */
    private void stopClockAt(Instant moment) {
        leases.run("""
                CREATE OR REPLACE FUNCTION still.clock_timestamp() RETURNS timestamptz
                LANGUAGE sql VOLATILE AS $$ SELECT '%s'::timestamptz $$
                """.formatted(moment));
    }
}
