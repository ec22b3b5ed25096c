package io.anixops.lease.app;

/** The operator's command line. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.exit(0);
    }
}
