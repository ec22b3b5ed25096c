package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.mockwebserver.crud.AttributeSet;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An API server in memory that notes every request, and refuses those that a test names. */
final class Traffic extends KubernetesCrudDispatcher {
    private final List<Request> requests = new ArrayList<>();
    private final List<String> patches = new ArrayList<>();
    private String madeAt = "";
    private int intrusions;
    private Predicate<Request> refused = request -> false;
    private int code = 500;
    private volatile Duration late = Duration.ZERO;

    /** A request as it came, one that was refused too. */
    record Request(String method, String path) {
        boolean isWrite() {
            return !method.equals("GET");
        }

        boolean isFor(String part) {
            return path.contains(part);
        }
    }

    @Override
    public MockResponse dispatch(RecordedRequest request) {
        LockSupport.parkNanos(late.toNanos());
        return note(new Request(request.getMethod(), request.getPath()))
                ? super.dispatch(request)
                : new MockResponse().setResponseCode(code());
    }

    /** Every answer takes so long from now on. */
    void beLate(Duration by) {
        late = by;
    }

    /** So many of the next writes of a status come just after another hand's change of the same resource. */
    synchronized void comeBefore(int statusWrites) {
        intrusions = statusWrites;
    }

    private synchronized boolean intrudes(String path) {
        return path.endsWith("/status") && intrusions-- > 0;
    }

    private RecordedRequest intrusion(RecordedRequest request) {
        var operation = "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"by\":\"%s\"}}]"
                .formatted(UUID.randomUUID());
        return with(request, request.getPath().replaceFirst("/status$", ""), operation);
    }

    private static RecordedRequest with(RecordedRequest request, String path, String body) {
        return new RecordedRequest(
                request.getHttpVersion(),
                request.method(),
                path,
                request.getHeaders(),
                new Buffer(body.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public MockResponse handlePatch(RecordedRequest request) {
        if (intrudes(request.getPath())) {
            super.handlePatch(intrusion(request));
        }
        var body = request.getUtf8Body(); // which can be read once
        notePatch(body);
        return super.handlePatch(with(request, request.getPath(), body));
    }

    /** A new object has a uid whose first characters tell it from others, and the age that a test wants. */
    @Override
    public void processEvent(
            String path,
            AttributeSet key,
            @Nullable AttributeSet before,
            @Nullable GenericKubernetesResource resource,
            String state) {
        super.processEvent(path, key, before, resource, before == null && resource != null ? made(state) : state);
    }

    /** Objects that are made from now on were made then. */
    synchronized void makeAt(String timestamp) {
        madeAt = timestamp;
    }

    private synchronized String made(String state) {
        var distinct = state.replaceFirst("\"uid\":\"[^\"]*\"", "\"uid\":\"" + UUID.randomUUID() + "\"");
        return madeAt.isEmpty()
                ? distinct
                : distinct.replaceFirst("\"creationTimestamp\":\"[^\"]*\"", "\"creationTimestamp\":\"" + madeAt + "\"");
    }

    /** From now on such requests are answered by a failure, and not carried out. */
    void refuse(Predicate<Request> which) {
        refuse(500, which);
    }

    /** By a failure of this kind: the client tries again by itself after some, a 500 say. */
    synchronized void refuse(int answer, Predicate<Request> which) {
        code = answer;
        refused = which;
    }

    private synchronized int code() {
        return code;
    }

    synchronized void refuseNothing() {
        refused = request -> false;
    }

    synchronized void forget() {
        requests.clear();
        patches.clear();
    }

    /** What the patches since then wrote, of those that were carried out. */
    synchronized List<String> patches() {
        return List.copyOf(patches);
    }

    private synchronized void notePatch(String body) {
        patches.add(body);
    }

    synchronized List<Request> all() {
        return List.copyOf(requests);
    }

    List<Request> writes() {
        return all().stream().filter(Request::isWrite).toList();
    }

    List<Request> podWrites() {
        return writes().stream().filter(request -> request.isFor("/pods/")).toList();
    }

    private synchronized boolean note(Request request) {
        requests.add(request);
        return !refused.test(request);
    }
}
