package io.anixops.lease.postgres;

/**
 * The statements, for one table. Each decides and reports in one round trip, bounds its own waiting for a row, and tells of a
 * term that it begins or ends.
 */
final class Statements {
    final String acquire;
    final String renew;
    final String renewOne;
    final String renewUnlocked;
    final String handOver;
    final String release;
    final String shorten;
    final String find;

    Statements(TableName table) {
        acquire = table.in(ACQUIRE);
        renew = table.in(RENEW);
        renewOne = table.in(RENEW_ONE);
        renewUnlocked = table.in(RENEW_UNLOCKED);
        handOver = table.in(HAND_OVER);
        release = table.in(RELEASE);
        shorten = table.in(SHORTEN);
        find = table.in(FIND);
    }

    private static final String ACQUIRE = """
            SELECT a.done, a.name, a.holder, a.token, a.acquired_at, a.renewed_at, a.expires_at, a.renewer,
              a.holder_info->>'cluster' AS cluster, a.holder_info->>'namespace' AS namespace,
              a.holder_info->>'pod' AS pod, a.holder_info->>'uid' AS uid, a.holder_info->>'node' AS node,
              clock_timestamp() AS answered_at
            FROM public.database_lease_acquire(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS a
            WHERE a.name IS NOT NULL
            """;

    private static final String RENEW = """
            WITH bounds AS MATERIALIZED (
              SELECT set_config('lock_timeout', ?, true), set_config('database_lease.own', 'on', true),
                clock_timestamp() AS moment
            ), asked AS (
              SELECT a.*, b.moment FROM bounds AS b CROSS JOIN
                unnest(?::text[], ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::text[])
                  AS a(name, holder, token, renewer, ttl, next_renewer)
            )
            UPDATE public.database_lease AS l
            SET renewed_at = a.moment, expires_at = greatest(l.expires_at, a.moment + a.ttl * interval '1 microsecond'),
              renewer = a.next_renewer
            FROM asked AS a
            WHERE l.name = a.name AND l.holder = a.holder AND l.token = a.token AND l.renewer = a.renewer
              AND l.expires_at >= clock_timestamp()
            RETURNING l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at, l.renewer,
              l.holder_info->>'cluster' AS cluster, l.holder_info->>'namespace' AS namespace,
              l.holder_info->>'pod' AS pod, l.holder_info->>'uid' AS uid, l.holder_info->>'node' AS node,
              clock_timestamp() AS answered_at
            """;

    // What a statement about a single row sets for itself, last in its condition: the row is found by then, and not yet
    // locked. A join with what a subquery sets costs the server more.
    private static final String OWN = """
            AND set_config('lock_timeout', ?, true) IS NOT NULL
            AND set_config('database_lease.own', 'on', true) IS NOT NULL
            """;

    // The same for a single row, without arrays to join with.
    private static final String RENEW_ONE = """
            UPDATE public.database_lease AS l
            SET renewed_at = statement_timestamp(), renewer = ?,
              expires_at = greatest(l.expires_at, statement_timestamp() + ?::bigint * interval '1 microsecond')
            WHERE l.name = ? AND l.holder = ? AND l.token = ? AND l.renewer = ? AND l.expires_at >= clock_timestamp()
            """ + OWN + """
            RETURNING l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at, l.renewer,
              l.holder_info->>'cluster' AS cluster, l.holder_info->>'namespace' AS namespace,
              l.holder_info->>'pod' AS pod, l.holder_info->>'uid' AS uid, l.holder_info->>'node' AS node,
              clock_timestamp() AS answered_at
            """;

    private static final String RENEW_UNLOCKED = """
            WITH bounds AS MATERIALIZED (
              SELECT set_config('lock_timeout', ?, true), set_config('database_lease.own', 'on', true),
                clock_timestamp() AS moment
            ), asked AS (
              SELECT a.*, b.moment FROM bounds AS b CROSS JOIN
                unnest(?::text[], ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::text[])
                  AS a(name, holder, token, renewer, ttl, next_renewer)
            ), unlocked AS MATERIALIZED (
              SELECT l.name, a.moment, a.ttl, a.next_renewer
              FROM public.database_lease AS l JOIN asked AS a ON l.name = a.name
                AND l.holder = a.holder AND l.token = a.token AND l.renewer = a.renewer
              WHERE l.expires_at >= clock_timestamp()
              FOR NO KEY UPDATE OF l SKIP LOCKED
            )
            UPDATE public.database_lease AS l
            SET renewed_at = a.moment, expires_at = greatest(l.expires_at, a.moment + a.ttl * interval '1 microsecond'),
              renewer = a.next_renewer
            FROM unlocked AS a
            WHERE l.name = a.name
            RETURNING l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at, l.renewer,
              l.holder_info->>'cluster' AS cluster, l.holder_info->>'namespace' AS namespace,
              l.holder_info->>'pod' AS pod, l.holder_info->>'uid' AS uid, l.holder_info->>'node' AS node,
              clock_timestamp() AS answered_at
            """;

    private static final String HAND_OVER = """
            WITH claim AS MATERIALIZED (
              SELECT set_config('lock_timeout', ?, true), set_config('database_lease.own', 'on', true),
                ?::varchar AS name, ?::varchar AS holder, ?::varchar AS renewer,
                ?::bigint * interval '1 microsecond' AS ttl, ?::bigint AS seen,
                nullif(jsonb_strip_nulls(jsonb_build_object('cluster', ?::text, 'namespace', ?::text,
                  'pod', ?::text, 'uid', ?::text, 'node', ?::text)), '{}') AS info,
                clock_timestamp() AS moment
            ), moved AS (
              UPDATE public.database_lease AS l
              SET holder = c.holder, expires_at = c.moment + c.ttl, acquired_at = c.moment, renewed_at = c.moment,
                token = public.database_lease_next_token(l.token, c.seen), renewer = c.renewer, holder_info = c.info
              FROM claim AS c
              WHERE l.name = c.name AND l.holder = ? AND l.token = ? AND l.renewer = ?
                AND l.expires_at >= clock_timestamp()
              RETURNING true AS done, l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at, l.renewer,
                l.holder_info, public.database_lease_notify(l.name)
            )
            SELECT done, name, holder, token, acquired_at, renewed_at, expires_at, renewer,
              holder_info->>'cluster' AS cluster, holder_info->>'namespace' AS namespace, holder_info->>'pod' AS pod,
              holder_info->>'uid' AS uid, holder_info->>'node' AS node, clock_timestamp() AS answered_at
            FROM (
              SELECT done, name, holder, token, acquired_at, renewed_at, expires_at, renewer, holder_info FROM moved
              UNION ALL
              SELECT false, l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at, l.renewer, l.holder_info
              FROM public.database_lease AS l JOIN claim AS c ON c.name = l.name
              WHERE NOT EXISTS (SELECT FROM moved)
            ) AS answer
            """;

    private static final String RELEASE = """
            UPDATE public.database_lease AS l SET expires_at = clock_timestamp()
            WHERE l.name = ? AND l.holder = ? AND l.token = ? AND l.renewer = ? AND l.expires_at >= clock_timestamp()
            """ + OWN + """
            RETURNING public.database_lease_notify(l.name)
            """;

    private static final String SHORTEN = """
            UPDATE public.database_lease AS l SET expires_at = clock_timestamp() + ?::bigint * interval '1 microsecond'
            WHERE l.name = ? AND l.holder = ? AND l.token = ? AND l.renewer = ? AND l.expires_at >= clock_timestamp()
              AND l.expires_at = ?
            """ + OWN + """
            RETURNING l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at, l.renewer,
              l.holder_info->>'cluster' AS cluster, l.holder_info->>'namespace' AS namespace,
              l.holder_info->>'pod' AS pod, l.holder_info->>'uid' AS uid, l.holder_info->>'node' AS node,
              clock_timestamp() AS answered_at
            """;

    // One row at least, so that a standby, which would show what was, is told from a primary without these rows.
    private static final String FIND = """
            SELECT pg_is_in_recovery() AS standby, l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at,
              l.renewer, l.holder_info->>'cluster' AS cluster, l.holder_info->>'namespace' AS namespace,
              l.holder_info->>'pod' AS pod, l.holder_info->>'uid' AS uid, l.holder_info->>'node' AS node,
              clock_timestamp() AS answered_at
            FROM (SELECT) AS always LEFT JOIN public.database_lease AS l ON l.name = ANY (?::text[])
            """;
}
