package io.anixops.lease.app;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * The flag by which the virtual machine ends itself when it is out of memory. A library may catch such an error without
 * a word, and then only the virtual machine knows of it; a jar cannot ask for the flag, so that all it can do is say so.
 */
final class MemoryFlag {
    private static final String NAME = "ExitOnOutOfMemoryError";

    private MemoryFlag() {}

    static void warnIfOff() {
        if (!isOn()) {
            LoggerFactory.getLogger(MemoryFlag.class)
                    .warn(
                            "started without -XX:+{}: where memory runs out in a library, this may go on and do nothing",
                            NAME);
        }
    }

    /** A virtual machine that does not know the flag is not blamed. */
    private static boolean isOn() {
        return Optional.ofNullable(ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class))
                .map(MemoryFlag::valueIn)
                .map(Boolean::parseBoolean)
                .orElse(true);
    }

    private static String valueIn(HotSpotDiagnosticMXBean options) {
        return options.getVMOption(NAME).getValue();
    }
}
