package io.anixops.lease.bench;

import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.SystemClock;
import com.github.kagkarlsson.scheduler.TaskResolver;
import com.github.kagkarlsson.scheduler.event.SchedulerListeners;
import com.github.kagkarlsson.scheduler.jdbc.JdbcTaskRepository;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.task.Execution;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;

/** The heartbeat by which db-scheduler keeps an execution its own; it has nothing else that compares. */
final class DbScheduler implements Contestant {
    private final JdbcTaskRepository tasks;
    private final Map<Integer, Execution> taken = new ConcurrentHashMap<>();

    DbScheduler(DataSource pool) {
        Sql.execute(pool, """
                CREATE TABLE scheduled_tasks (
                  task_name text NOT NULL, task_instance text NOT NULL, task_data bytea,
                  execution_time timestamp with time zone NOT NULL, picked boolean NOT NULL, picked_by text,
                  last_success timestamp with time zone, last_failure timestamp with time zone,
                  consecutive_failures int, last_heartbeat timestamp with time zone, version bigint NOT NULL,
                  priority smallint, PRIMARY KEY (task_name, task_instance)
                ) WITH (fillfactor = 70);
                CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
                CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
                CREATE INDEX priority_execution_time_idx ON scheduled_tasks (priority DESC, execution_time ASC)
                """);
        var clock = new SystemClock();
        var task = Tasks.oneTime("lease").execute((instance, context) -> {});
        this.tasks = new JdbcTaskRepository(
                pool,
                false,
                new PostgreSqlJdbcCustomization(false, false),
                "scheduled_tasks",
                new TaskResolver(SchedulerListeners.NOOP, clock, List.of(task)),
                new SchedulerName.Fixed("alice"),
                false,
                clock);
    }

    @Override
    public String name() {
        return "db-scheduler";
    }

    @Override
    public String table() {
        return "scheduled_tasks";
    }

    @Override
    public void take(int lease) {
        taken.computeIfAbsent(lease, this::pick);
    }

    private Execution pick(int lease) {
        var task = Tasks.oneTime("lease").execute((instance, context) -> {});
        var now = Instant.now();
        var instance = task.instance("renewed-" + lease);
        tasks.createIfNotExists(com.github.kagkarlsson.scheduler.task.SchedulableInstance.of(instance, now));
        return tasks.pick(new Execution(now, instance), now).orElseThrow();
    }

    @Override
    public void renew(int lease) {
        var execution = taken.get(lease);
        Expect.that(execution != null && tasks.updateHeartbeat(execution, Instant.now()), "no heartbeat of %s", lease);
    }

    @Override
    public boolean has(Operation operation) {
        return operation == Operation.RENEW;
    }
}
