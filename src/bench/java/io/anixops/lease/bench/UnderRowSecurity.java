package io.anixops.lease.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;

/** Ours as one of several teams on a table of their own, kept to its namespaces as by docs/examples/tenants.sql. */
final class UnderRowSecurity implements Contestant {
    private static final TableName TABLE = TableName.of("team_lease");

    private static final String TEAMS = """
            DO $$ BEGIN CREATE ROLE team_a LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
            ALTER TABLE public.team_lease ENABLE ROW LEVEL SECURITY;
            GRANT USAGE ON SCHEMA public TO team_a;
            GRANT SELECT, INSERT, UPDATE ON public.team_lease TO team_a;
            CREATE POLICY renewed ON public.team_lease TO team_a
              USING (starts_with(name, 'renewed/')) WITH CHECK (starts_with(name, 'renewed/'));
            CREATE POLICY cycled ON public.team_lease TO team_a
              USING (starts_with(name, 'cycled/')) WITH CHECK (starts_with(name, 'cycled/'));
            CREATE POLICY occupied ON public.team_lease TO team_a
              USING (starts_with(name, 'occupied/')) WITH CHECK (starts_with(name, 'occupied/'));
            INSERT INTO public.team_lease (name, holder, expires_at) VALUES ('team-b/jobs', 'b', now());
            """;

    private final Ours ours;

    /** @param administrator whose table it is; its pool is what the team's is like */
    UnderRowSecurity(HikariDataSource administrator) {
        LeaseSchema.ensure(administrator, TABLE);
        Sql.execute(administrator, TEAMS);
        var team = asTeam(administrator);
        var seen = Sql.query(team, "SELECT count(*) FROM public.team_lease");
        Expect.that(seen.equals("0"), "rows of another team are seen: %s", seen);
        ours = new Ours(PostgresLeaseStore.of(team, TABLE));
    }

    private static HikariDataSource asTeam(HikariDataSource administrator) {
        var config = new HikariConfig();
        config.setJdbcUrl(administrator.getJdbcUrl().replace("user=postgres", "user=team_a"));
        config.setMaximumPoolSize(administrator.getMaximumPoolSize());
        config.setMinimumIdle(administrator.getMinimumIdle());
        return new HikariDataSource(config);
    }

    @Override
    public String name() {
        return "ours under row-level security";
    }

    @Override
    public void take(int lease) {
        ours.take(lease);
    }

    @Override
    public void renew(int lease) {
        ours.renew(lease);
    }

    @Override
    public void cycle(int lease) {
        ours.cycle(lease);
    }

    @Override
    public void occupy(int lease) {
        ours.occupy(lease);
    }

    @Override
    public void refused(int lease) {
        ours.refused(lease);
    }
}
