import type { Config } from "@/lib/server/config";
import { log } from "@/lib/server/log";

/** Writes to the log, as the server starts, how people sign in from now on and whether anything may be written. A display, where nobody signs in, has no other line. */
export function auditStart({ signIn, readOnly }: Pick<Config, "signIn" | "readOnly">): void {
  const shown = signIn.kind === "kiosk" ? { namespaces: signIn.namespaces.join(", ") } : {};
  const isReadOnly = readOnly || signIn.kind === "kiosk";
  log("info", "audit", { command: "start", who: "", how: signIn.kind, ...shown, result: isReadOnly ? "nothing is written" : "viewers may write" });
}
