package io.anixops.lease;

/**
 * Memory that ran out, or another failure of the virtual machine: whoever catches everything tells it to whoever may end
 * the process, before going on. A stack that ran over is none: it ends with the call that was too deep.
 */
public final class VmFailure {
    private static final int DEEPEST = 20; // causes may go round in a circle

    private VmFailure() {}

    /**
     * Hands such a failure, when the throwable is one or was caused by one, to the handler of what nobody caught on this
     * thread, as if nobody had. A program that wants to be ended by it has one that does so.
     */
    public static void tell(Throwable caught) {
        var cause = caught;
        for (var depth = 0; cause != null && depth < DEEPEST; depth++, cause = cause.getCause()) {
            if (cause instanceof VirtualMachineError && !(cause instanceof StackOverflowError)) {
                var thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, cause);
                return;
            }
        }
    }
}
