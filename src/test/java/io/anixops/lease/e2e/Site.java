package io.anixops.lease.e2e;

/** One of several clusters on one database, with its operator. */
final class Site implements AutoCloseable {
    private final String name;
    private final Stage stage;
    private OperatorProcess operator;

    private Site(String name, Stage stage) {
        this.name = name;
        this.stage = stage;
        operator = run();
    }

    static Site open(String name, Stage stage) {
        return new Site(name, stage);
    }

    /** As its operator calls it. */
    String name() {
        return name;
    }

    Stage stage() {
        return stage;
    }

    /** Its API server keeps its connections and answers nothing, until it is resumed. */
    ApiServer apiServer() {
        return stage.plane().apiServer();
    }

    void killOperator() {
        operator.kill9();
    }

    void startOperatorAgain() {
        operator = run();
    }

    @Override
    public void close() {
        stage.close();
    }

    private OperatorProcess run() {
        return stage.operator("--cluster-name=" + name, "--api-silence-limit=5s");
    }
}
