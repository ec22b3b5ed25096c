package io.anixops.lease.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why no simpler way than mark, look, fence, label would do. */
class SimplerLabelModelTest {
    private static final Model BASE = Model.of("LeaseLabel");

    @TempDir
    Path folder;

    @Test
    void adding_first_labels_two() throws Exception {
        assertThat(check(BASE.with("PROTOCOL", "\"addfirst\""))).contains(Tlc.violated("AtMostOneLabel"));
    }

    @Test
    void removing_first_labels_two_as_soon_as_a_request_is_late() throws Exception {
        var late = BASE.with("PROTOCOL", "\"removefirst\"").with("ZOMBIES", "TRUE");

        assertThat(check(late)).contains(Tlc.violated("AtMostOneLabel"));
    }

    @Test
    void removing_first_labels_two_where_the_cache_is_old() throws Exception {
        var cached = BASE.with("PROTOCOL", "\"removefirst\"").with("CACHE", "TRUE");

        assertThat(check(cached)).contains(Tlc.violated("AtMostOneLabel"));
    }

    @Test
    void writing_to_every_pod_does_and_costs_a_write_to_each() throws Exception {
        var all = BASE.with("Ops", "{o1, o2}").with("ZOMBIES", "TRUE");

        assertThat(check(all)).contains(Tlc.HOLDS);
        assertThat(check(all.with("CAS", "FALSE"))).contains(Tlc.violated("AtMostOneLabel"));
    }

    private String check(Model model) throws Exception {
        return new Tlc(folder).check(model);
    }
}
