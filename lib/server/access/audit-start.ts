import { log } from "@/lib/server/log";
import { settingsDigest } from "./settings-digest";
import type { SignInConfig } from "./sign-in-settings";

/**
 * Writes to the log, as the server starts, how people sign in from now on, whether anything may be written, and a digest of all settings. A display, where
 * nobody signs in, has no other line.
 */
export function auditStart(settings: { readonly signIn: SignInConfig; readonly readOnly: boolean }): void {
  const { signIn, readOnly } = settings;
  const shown = signIn.kind === "kiosk" ? { namespaces: signIn.namespaces.join(", ") } : {};
  const isReadOnly = readOnly || signIn.kind === "kiosk";
  log("info", "audit", {
    command: "start",
    who: "",
    how: signIn.kind,
    ...shown,
    settings: settingsDigest(settings),
    result: isReadOnly ? "nothing is written" : "viewers may write",
  });
}
