package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

class CampaignTimelineTest {
    @Test
    void each_bar_is_in_its_lane_and_as_long_as_it_lasted_and_names_are_text() throws Exception {
        var timeline = new CampaignTimeline(100_000);
        timeline.add("jobs", 0, 50_000, "worker <1> & \"2\"");
        timeline.add("database", 50_000, 200_000, "killed");

        var svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(timeline.svg().getBytes(StandardCharsets.UTF_8)));
        var bars = svg.getElementsByTagName("rect");
        assertThat(bars.getLength()).isEqualTo(2);
        assertThat(bars.item(0).getTextContent()).isEqualTo("worker <1> & \"2\", 0 to 50000 ms");
        for (int i = 0; i < 2; i++) {
            assertThat(bars.item(i).getAttributes().getNamedItem("width").getNodeValue())
                    .isEqualTo("800");
        }
        assertThat(bars.item(0).getAttributes().getNamedItem("y").getNodeValue())
                .isNotEqualTo(bars.item(1).getAttributes().getNamedItem("y").getNodeValue());
    }
}
