package io.anixops.lease.postgres;

/** The statements, for one table. Each decides and reports in one round trip, and bounds its own waiting for a row. */
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

    // A refusal reads only: the WHERE of the SELECT keeps it from the conflict, which would lock the row and cost a
    // transaction id, and from settings that it has no need of. What is set after a conflict is computed when the row
    // is
    // locked, what is inserted before. The token -1 never gets into a row: the table refuses it where the row that was
    // there is gone, and it is tried again.
    private static final String ACQUIRE = """
            WITH claim AS MATERIALIZED (
              SELECT ?::text AS patience, ?::varchar AS name, ?::varchar AS holder, ?::varchar AS renewer,
                ?::bigint * interval '1 microsecond' AS ttl, ?::bigint AS seen,
                nullif(jsonb_strip_nulls(jsonb_build_object('cluster', ?::text, 'namespace', ?::text,
                  'pod', ?::text, 'uid', ?::text, 'node', ?::text)), '{}') AS info
            ), taken AS (
              INSERT INTO public.database_lease AS l
                (name, holder, expires_at, acquired_at, renewed_at, token, renewer, holder_info)
              SELECT c.name, c.holder, m.moment + c.ttl, m.moment, m.moment,
                CASE WHEN r.name IS NULL THEN public.database_lease_next_token(0, c.seen) ELSE -1 END,
                c.renewer, c.info
              FROM claim AS c
              CROSS JOIN (SELECT clock_timestamp() AS moment) AS m
              LEFT JOIN public.database_lease AS r ON r.name = c.name
              WHERE CASE WHEN r.name IS NULL OR r.holder = c.holder OR r.expires_at < clock_timestamp()
                THEN set_config('lock_timeout', c.patience, true) IS NOT NULL
                  AND set_config('database_lease.own', 'on', true) IS NOT NULL
                ELSE false END
              ON CONFLICT (name) DO UPDATE SET
                (holder, expires_at, acquired_at, renewed_at, token, renewer, holder_info) = (
                  SELECT c.holder, greatest(l.expires_at, m.moment + c.ttl),
                    CASE WHEN l.expires_at >= m.moment AND l.token > 0 THEN l.acquired_at ELSE m.moment END,
                    m.moment,
                    CASE WHEN l.expires_at >= m.moment AND l.token > 0 THEN l.token
                      ELSE public.database_lease_next_token(l.token, c.seen) END,
                    c.renewer, c.info
                  FROM claim AS c CROSS JOIN (SELECT clock_timestamp() AS moment) AS m)
                WHERE l.holder = EXCLUDED.holder OR l.expires_at < clock_timestamp()
              RETURNING true AS done, l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at, l.renewer,
                l.holder_info
            )
            SELECT done, name, holder, token, acquired_at, renewed_at, expires_at, renewer,
              holder_info->>'cluster' AS cluster, holder_info->>'namespace' AS namespace, holder_info->>'pod' AS pod,
              holder_info->>'uid' AS uid, holder_info->>'node' AS node, clock_timestamp() AS answered_at
            FROM (
              SELECT * FROM taken
              UNION ALL
              SELECT false, l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at, l.renewer, l.holder_info
              FROM public.database_lease AS l JOIN claim AS c ON c.name = l.name
              WHERE NOT EXISTS (SELECT FROM taken)
            ) AS answer
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

    // The same for a single row, without arrays to join with, which cost the server a quarter more for one.
    private static final String RENEW_ONE = """
            WITH bounds AS MATERIALIZED (
              SELECT set_config('lock_timeout', ?, true), set_config('database_lease.own', 'on', true),
                clock_timestamp() AS moment
            )
            UPDATE public.database_lease AS l
            SET renewed_at = b.moment, expires_at = greatest(l.expires_at, b.moment + ?::bigint * interval '1 microsecond'),
              renewer = ?
            FROM bounds AS b
            WHERE l.name = ? AND l.holder = ? AND l.token = ? AND l.renewer = ? AND l.expires_at >= clock_timestamp()
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
                l.holder_info
            )
            SELECT done, name, holder, token, acquired_at, renewed_at, expires_at, renewer,
              holder_info->>'cluster' AS cluster, holder_info->>'namespace' AS namespace, holder_info->>'pod' AS pod,
              holder_info->>'uid' AS uid, holder_info->>'node' AS node, clock_timestamp() AS answered_at
            FROM (
              SELECT * FROM moved
              UNION ALL
              SELECT false, l.name, l.holder, l.token, l.acquired_at, l.renewed_at, l.expires_at, l.renewer, l.holder_info
              FROM public.database_lease AS l JOIN claim AS c ON c.name = l.name
              WHERE NOT EXISTS (SELECT FROM moved)
            ) AS answer
            """;

    private static final String RELEASE = """
            WITH bounds AS MATERIALIZED (
              SELECT set_config('lock_timeout', ?, true), set_config('database_lease.own', 'on', true)
            )
            UPDATE public.database_lease AS l SET expires_at = clock_timestamp()
            FROM bounds
            WHERE l.name = ? AND l.holder = ? AND l.token = ? AND l.renewer = ? AND l.expires_at >= clock_timestamp()
            """;

    private static final String SHORTEN = """
            WITH bounds AS MATERIALIZED (
              SELECT set_config('lock_timeout', ?, true), set_config('database_lease.own', 'on', true)
            )
            UPDATE public.database_lease AS l SET expires_at = clock_timestamp() + ?::bigint * interval '1 microsecond'
            FROM bounds
            WHERE l.name = ? AND l.holder = ? AND l.token = ? AND l.renewer = ? AND l.expires_at >= clock_timestamp()
              AND l.expires_at = ?
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
