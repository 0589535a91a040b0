import { apiPaths } from "@/lib/contract/url/paths";
import type { LiveSurroundings } from "./live-stream";

/** The browser (or a worker in it) as the live connection needs it. */
export function browserSurroundings(origin: string): LiveSurroundings {
  return {
    url: new URL(apiPaths.live(), origin).href,
    fetch: (input, init) => fetch(input, init),
    now: () => performance.now(),
    random: () => Math.random(),
    setTimer: (call, ms) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
  };
}
