package io.anixops.lease.e2e;

import static java.util.stream.Collectors.joining;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** How many requests the API server has answered, by verb and what they were for; of all its clients. */
record ApiRequests(Map<String, Long> counts) {
    private static final Pattern COUNTED = Pattern.compile(
            "apiserver_request_total\\{.*resource=\"(pods|databaseleases)\",.*subresource=\"([a-z]*)\",verb=\"([A-Z]+)\",.*\\} ([0-9.e+]+)");

    static ApiRequests until(ControlPlane plane) {
        var counts = new TreeMap<String, Long>();
        plane.kubectl("get", "--raw", "/metrics").orFail().lines().forEach(line -> {
            var counted = COUNTED.matcher(line);
            if (counted.matches()) {
                var what = counted.group(2).isEmpty() ? counted.group(1) : counted.group(1) + "/" + counted.group(2);
                counts.merge(counted.group(3) + " " + what, (long) Double.parseDouble(counted.group(4)), Long::sum);
            }
        });
        return new ApiRequests(counts);
    }

    ApiRequests since(ApiRequests before) {
        var more = new TreeMap<>(counts);
        before.counts.forEach((what, count) -> more.computeIfPresent(what, (key, now) -> now - count));
        more.values().removeIf(count -> count == 0);
        return new ApiRequests(more);
    }

    @Override
    public String toString() {
        return counts.entrySet().stream()
                .map(one -> "%d %s".formatted(one.getValue(), one.getKey()))
                .collect(joining(", "));
    }
}
