import { apiPaths } from "@/lib/contract/url/paths";
import type { LiveSurroundings } from "./live-stream";

/** The browser (or a worker in it) as the live connection needs it. */
export function browserSurroundings(origin: string): LiveSurroundings {
  let isReported = false;
  return {
    url: new URL(apiPaths.live(), origin).href,
    fetch: (input, init) => fetch(input, init),
    now: () => performance.now(),
    random: () => Math.random(),
    setTimer: (call, ms) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
    reportMisfit: (reason) => {
      // One line in the console is enough for a bug report.
      if (!isReported) reportError(new Error(reason));
      isReported = true;
    },
  };
}
