import type { Connection } from "@/lib/domain/verdict/verdict";

const WORDS: Readonly<Record<Connection["kind"], string>> = {
  unmanaged: "static",
  never: "never connected",
  connected: "connected",
  overdue: "overdue",
  leaked: "unverified",
  ghost: "unverified",
  reconnecting: "reconnecting",
  disconnected: "disconnected",
};

/** Returns the adjective for a machine with this connection state. */
export function connectionAdjective(connection: Connection["kind"]): string {
  return WORDS[connection];
}
