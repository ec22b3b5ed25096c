import io.anixops.lease.Elector;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import java.time.Duration;
import org.postgresql.ds.PGSimpleDataSource;

/** Works while it leads, in any number of processes: one of them at a time. */
public class Jobs {
    public static void main(String[] args) throws Exception {
        var database = new PGSimpleDataSource();
        database.setUrl(args[0]); // jdbc:postgresql://host/name?user=…
        LeaseSchema.ensure(database, TableName.DEFAULT);
        var elector = Elector.builder(PostgresLeaseStore.of(database, TableName.DEFAULT))
                .name("jobs")
                .ttl(Duration.ofSeconds(30))
                .build();
        Runtime.getRuntime().addShutdownHook(new Thread(elector::close)); // stops the work, then gives the lease back
        elector.run(leadership -> {
            while (leadership.isLeading()) {
                System.out.println("a job, with token " + leadership.token());
                Thread.sleep(1_000); // interrupted when the lease is lost
            }
        });
    }
}
