import type { Instrumentation } from "next";

/** A browser's idle connections may outlive its stream; the process does not wait for them longer than this. */
const LAST_CALL_MS = 2000;
/** Answers that are on their way have so long, once everything is written down. */
const LAST_ANSWERS_MS = 200;
const PARENT_CHECK_MS = 1000;

/**
 * Starts the watches with the process and ends them with it. Next calls this once, before the first request. A process whose parts cannot start exits with 1 and a
 * sentence: Next would answer every page with 500, and health with 200.
 */
export async function register(): Promise<void> {
  // One block: in the bundle for the edge it is left out with all its imports.
  if (process.env.NEXT_RUNTIME === "nodejs" && process.env.NEXT_PHASE !== "phase-production-build") {
    try {
      const { startRuntime, stopRuntime } = await import("@/lib/server/runtime");
      const stop = (why: string) => {
        setTimeout(() => process.exit(0), LAST_CALL_MS).unref();
        // A live stream never ends by itself, and nobody waits for it; left to the default of a signal,
        // the process may be gone before what was seen last is written down.
        void stopRuntime(why).finally(() => setTimeout(() => process.exit(0), LAST_ANSWERS_MS));
      };
      for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop(signal));
      if (process.env.STOLOS_ENDS_WITH_PARENT === "true") onParentGone(() => stop("its parent is gone"));
      await startRuntime();
    } catch (error) {
      const { exitAfterFailedStart } = await import("@/lib/server/failed-start");
      exitAfterFailedStart(error);
    }
  }
}

/** Writes why a page could not be rendered to the log. Its digest is what the page shows; its request is the id in the header `X-Request-Id`. */
export const onRequestError: Instrumentation.onRequestError = async (error, { headers }, { routePath }) => {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { logFailedPage } = await import("@/lib/server/http/failed-page");
    logFailedPage(error, { routePath, headers });
  }
};

/** A command that is killed cannot end what it started: then nobody else would, and the port would stay taken. */
function onParentGone(then: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, PARENT_CHECK_MS);
  timer.unref();
}
