/** The process does not wait longer for its parts after a signal. Milliseconds. */
const LONGEST_STOP_MS = 2_500;

/**
 * Ends the process on a signal, also while its code is still loading: process 1 of a container has no default action for a signal. Once the parts run, their own
 * listeners stop them first (instrumentation.ts).
 */
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) process.exit(0);
    else setTimeout(() => process.exit(0), LONGEST_STOP_MS).unref();
  });
}
