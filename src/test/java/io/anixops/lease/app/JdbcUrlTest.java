package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcUrlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://host/db",
                "jdbc:postgresql://host:5433/db",
                "jdbc:postgresql://a,b:5433,[::1]:5434/db",
                "jdbc:postgresql://10.0.0.1/db?sslmode=verify-full&sslrootcert=/ca.pem",
                "jdbc:postgresql://host/db?targetServerType=primary&tcpKeepAlive=true&user=app",
            })
    void a_url_of_the_driver_is_accepted(String url) {
        assertThat(new JdbcUrl(url).value()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "postgres://app:secret@host/db",
                "jdbc:mysql://host/db",
                "jdbc:postgresql:db",
                "jdbc:postgresql://app:secret@host/db",
                "jdbc:postgresql://host/",
                "jdbc:postgresql://host",
                "jdbc:postgresql:///db",
                "jdbc:postgresql://ho st/db",
                "jdbc:postgresql://host:0/db",
                "jdbc:postgresql://host:99999/db",
                "jdbc:postgresql://host/db?password=secret",
                "jdbc:postgresql://host/db?pass%77ord=secret",
                "jdbc:postgresql://host/db?sslpassword=secret",
                "jdbc:postgresql://host/db?user=a&socketFactory=secret",
                "jdbc:postgresql://host/db?sslfactory=secret&sslfactoryarg=secret",
                "jdbc:postgresql://host/db?loggerFile=secret",
                "jdbc:postgresql://host/db?authenticationPluginClassName=secret",
                "jdbc:postgresql://host/db?readOnly=true",
                "jdbc:postgresql://host/db?service=secret",
                "jdbc:postgresql://host/db?targetServerType=secondary",
                "jdbc:postgresql://host/db?Password=secret"
            })
    void what_is_no_url_or_not_safe_is_refused_without_repeating_it(String url) {
        assertThatThrownBy(() -> new JdbcUrl(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("secret");
    }

    @Test
    void the_message_names_the_parameter_and_those_that_are_permitted() {
        assertThatThrownBy(() -> new JdbcUrl("jdbc:postgresql://host/db?loggerFile=/etc/passwd"))
                .hasMessageStartingWith("the parameter 'loggerFile' is not permitted; permitted are ApplicationName, ");
    }

    @Test
    void it_is_shown_without_its_parameters() {
        assertThat(new JdbcUrl("jdbc:postgresql://a,b:1/my%20db?user=app")).hasToString("database 'my db' at a,b:1");
    }
}
