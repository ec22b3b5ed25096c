package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class HotPathSimulationTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(Renewals.class);
    private final Level level = log.getLevel();

    @BeforeEach
    void what_is_told_of_each_outage_is_not_looked_at_here() {
        log.setLevel(Level.OFF);
    }

    @AfterEach
    void others_are_told_again() {
        log.setLevel(level);
    }

    @Test
    void in_a_week_of_wrong_clocks_outages_and_late_answers_no_label_outlives_its_term() {
        var labels = 0;
        for (var day = 1; day <= 7; day++) {
            labels += new HotPathSimulation(2_000 + day).runFor(Duration.ofDays(1));
        }
        assertThat(labels).isGreaterThan(7_000);
    }
}
