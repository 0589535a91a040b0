import { shownText } from "@/lib/format/shown-text";
import { withoutSecrets } from "./without-secrets";

/** Prints why the process cannot start, as one sentence on standard error, and exits with 1. A platform then restarts it, and shows the sentence. */
export function exitAfterFailedStart(error: unknown): never {
  const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
  process.stderr.write(`Stolos cannot start: ${shownText(withoutSecrets(reason))}\n`);
  return process.exit(1);
}
