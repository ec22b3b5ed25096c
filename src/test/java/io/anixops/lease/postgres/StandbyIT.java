package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.BOB;
import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.anixops.lease.Attempt;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A standby that streams from its primary, and to which the address of the database leads. */
class StandbyIT {
    private static final TestPostgres PRIMARY = TestPostgres.start();
    private static final TestPostgres STANDBY = PRIMARY.standby(PRIMARY.port());

    private final LeaseDatabase leases = LeaseDatabase.create(PRIMARY);

    @AfterAll
    static void stop() {
        STANDBY.close();
        PRIMARY.close();
    }

    @Test
    void it_grants_nothing_and_tells_nothing_of_what_it_has_seen() {
        var held = leases.take(ALICE);
        var source = at("127.0.0.1:" + STANDBY.port());
        Awaitility.await().ignoreExceptions().until(() -> rowsAt(source).equals("1"));
        var store = PostgresLeaseStore.of(source, TableName.DEFAULT);

        assertThat(kindOf(() -> store.tryAcquire(LeaseDatabase.claim(NAME, BOB, TTL))))
                .isEqualTo(Kind.READ_ONLY);
        assertThat(kindOf(() -> store.find(List.of(NAME)))).isEqualTo(Kind.READ_ONLY);
        assertThat(store.renew(List.of(new RenewalRequest(held.term(), TTL))).get(NAME))
                .isInstanceOfSatisfying(
                        Renewal.Failed.class,
                        failed -> assertThat(failed.cause().kind()).isEqualTo(Kind.READ_ONLY));
    }

    @Test
    void the_primary_is_found_where_both_are_named() {
        var both = at("127.0.0.1:%d,127.0.0.1:%d".formatted(STANDBY.port(), PRIMARY.port()));
        both.setTargetServerType("primary");

        assertThat(PostgresLeaseStore.of(both, TableName.DEFAULT).tryAcquire(LeaseDatabase.claim(NAME, BOB, TTL)))
                .isInstanceOf(Attempt.Held.class);
    }

    private PGSimpleDataSource at(String hosts) {
        var source = new PGSimpleDataSource();
        source.setUrl("jdbc:postgresql://%s/%s".formatted(hosts, leases.database.name()));
        source.setUser("postgres");
        return source;
    }

    private static String rowsAt(DataSource server) throws SQLException {
        try (var connection = server.getConnection()) {
            return LeaseDatabase.query(connection, "SELECT count(*) FROM public.database_lease");
        }
    }

    private static Kind kindOf(Runnable call) {
        return catchThrowableOfType(LeaseStoreException.class, call::run).kind();
    }
}
