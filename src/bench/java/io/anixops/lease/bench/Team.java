package io.anixops.lease.bench;

import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.TableName;
import javax.sql.DataSource;

/** One of several teams on a table, kept to its namespaces by row-level security, as by docs/examples/tenants.sql. */
final class Team {
    static final TableName TABLE = TableName.of("team_lease");
    static final String ROLE = "team_a";

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

    private Team() {}

    /** Makes the table, the role and its policies, and a row of another team. */
    static void make(DataSource administrator) {
        LeaseSchema.ensure(administrator, TABLE);
        Sql.execute(administrator, TEAMS);
    }

    static void expectToSeeNoOther(DataSource team) {
        var seen = Sql.query(team, "SELECT count(*) FROM public.team_lease WHERE name = 'team-b/jobs'");
        Expect.that(seen.equals("0"), "rows of another team are seen: %s", seen);
    }
}
