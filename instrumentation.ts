/** A browser's idle connections may outlive its stream; the process does not wait for them longer than this. */
const LAST_CALL_MS = 2000;

/** Starts the watches with the process and ends them with it. Next calls this once, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === "nodejs" && process.env.NEXT_PHASE !== "phase-production-build") {
    const { startRuntime, stopRuntime } = await import("@/lib/server/runtime");
    const stop = () => {
      setTimeout(() => process.exit(0), LAST_CALL_MS).unref();
      // Next waits for open answers before it ends, and a live stream never ends by itself.
      void stopRuntime();
    };
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, stop);
    await startRuntime();
  }
}
