package io.anixops.lease.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.house.Dashboard.Panel;
import io.anixops.lease.house.Dashboard.Place;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The dashboard as a file; whether its queries are answered, the end-to-end tests ask a real Prometheus. */
class DashboardTest {
    private final List<Panel> panels = Dashboard.shipped().panels();

    @Test
    void every_panel_has_a_title_of_its_own_and_asks_for_something() {
        assertThat(panels)
                .extracting(Panel::title)
                .doesNotHaveDuplicates()
                .allSatisfy(title -> assertThat(title).isNotBlank());
        assertThat(panels)
                .filteredOn(panel -> !panel.isRow())
                .allSatisfy(panel -> assertThat(panel.queries()).isNotEmpty());
    }

    @Test
    void no_panel_lies_on_another() {
        assertThat(panels)
                .allSatisfy(one -> assertThat(panels)
                        .filteredOn(other -> overlap(one.place(), other.place()))
                        .containsExactly(one));
    }

    @Test
    void the_queries_ask_for_the_series_of_this_operator_by_the_chosen_job() {
        assertThat(Dashboard.shipped().queries())
                .allSatisfy(query -> assertThat(PromQuery.of(query.expression()).selectors())
                        .isNotEmpty()
                        .allSatisfy(selector ->
                                assertThat(selector.matchers()).contains(new PromQuery.Matcher("job", List.of()))));
    }

    @Test
    void the_picture_in_the_documents_has_every_panel() {
        var picture = Document.read("docs/dashboard.svg").text();

        assertThat(picture.length()).isLessThan(100_000);
        assertThat(panels)
                .as("e2e/dashboard draws it anew")
                .allSatisfy(panel -> assertThat(picture).contains(">%s</text>".formatted(panel.title())));
    }

    private static boolean overlap(Place one, Place other) {
        return one.x() < other.x() + other.width()
                && other.x() < one.x() + one.width()
                && one.y() < other.y() + other.height()
                && other.y() < one.y() + one.height();
    }
}
