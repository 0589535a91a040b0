"use client";

import { useFreshness } from "@/lib/client/status";

/** True where nothing was ever read, or nothing may be: zero is then no count. Goes by the worst of all clusters. */
export function useUnseen(): boolean {
  const { kind, asOf } = useFreshness();
  return kind === "denied" || kind === "absent" || (kind !== "live" && asOf === null);
}
