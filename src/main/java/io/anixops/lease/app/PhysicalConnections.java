package io.anixops.lease.app;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens a new connection at each call, with the password as its file has it then. What the pools stand on. */
final class PhysicalConnections implements DataSource {
    private final DatabaseSettings settings;
    private final PasswordFile passwordFile;
    private final LoginBackoff backoff;
    private final Properties properties;

    PhysicalConnections(DatabaseSettings settings, LoginBackoff backoff) {
        this(settings, backoff, settings.properties());
    }

    private PhysicalConnections(DatabaseSettings settings, LoginBackoff backoff, Properties properties) {
        this.settings = settings;
        this.passwordFile = new PasswordFile(settings.passwordFile());
        this.backoff = backoff;
        this.properties = properties;
    }

    /** The same with one property of the driver changed. */
    PhysicalConnections with(String property, String value) {
        var changed = new Properties();
        changed.putAll(properties);
        changed.setProperty(property, value);
        return new PhysicalConnections(settings, backoff, changed);
    }

    @Override
    public Connection getConnection() throws SQLException {
        var password = passwordFile.read();
        try {
            return login(password);
        } catch (SQLException failed) {
            var now = passwordFile.read();
            if (LoginBackoff.isRefusal(failed) && !now.equals(password)) {
                return login(now); // it was replaced while we were at it
            }
            throw failed;
        }
    }

    private Connection login(Optional<String> password) throws SQLException {
        backoff.requireTurn(password);
        try {
            var connection = connect(password);
            backoff.accepted();
            return connection;
        } catch (SQLException failed) {
            if (LoginBackoff.isRefusal(failed)) {
                backoff.refused(password, failed);
            }
            throw failed;
        }
    }

    private Connection connect(Optional<String> password) throws SQLException {
        var all = new Properties();
        all.putAll(properties);
        password.ifPresent(text -> all.setProperty("password", text));
        // without the URL's parameters, which the properties hold already: in the URL they would go before ours
        return DriverManager.getConnection(settings.url().hostsAndDatabase(), all);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the user comes from the settings");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        // the driver does not write there
    }

    /** Has no effect: a pool would set its own time here, and the driver's properties bound the login already. */
    @Override
    public void setLoginTimeout(int seconds) {
        // see above
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("org.postgresql");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("this is no wrapper of " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
