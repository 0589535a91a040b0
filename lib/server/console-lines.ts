import { format } from "node:util";
import { log, thrownFields } from "./log";

/**
 * Makes the warnings and errors that libraries write with `console` lines of the log: without it, Next prints errors in several lines, with whatever secret their
 * texts have. A page that failed is left out, because `onRequestError` writes it with its request.
 */
export function logConsole(target: Pick<Console, "warn" | "error"> = console): void {
  for (const name of ["warn", "error"] as const) {
    target[name] = (...args: unknown[]) => {
      const thrown = args.find((arg) => arg instanceof Error);
      if (thrown !== undefined && "digest" in thrown) return;
      const text = format(...args.filter((arg) => arg !== thrown)).trim();
      log(name, "a library wrote to the console", { ...(text !== "" && { text }), ...(thrown !== undefined && thrownFields(thrown)) });
    };
  }
}
