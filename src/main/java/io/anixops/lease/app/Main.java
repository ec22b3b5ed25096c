package io.anixops.lease.app;

import java.io.PrintStream;
import java.util.Map;
import org.slf4j.LoggerFactory;

/** The operator's command line. */
public final class Main {
    static final int DONE = 0;
    static final int FAILED = 1;
    static final int MISTAKE = 2;
    static final int BROKEN = 3;

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(args, System.getenv(), System.out, System.err));
    }

    /** The whole program, with its exit code as the result. */
    static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
        try {
            return new Commands(environment, out, err).run(args);
        } catch (Mistake mistake) {
            err.println(mistake.getMessage());
            return MISTAKE;
        } catch (RuntimeException unforeseen) {
            LoggerFactory.getLogger(Main.class).error("cannot go on", unforeseen);
            return BROKEN;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }
}
