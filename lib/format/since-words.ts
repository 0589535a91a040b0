import { formatDateTime, type Zone } from "./clock";

/** A moment since when something is so, as a title has room for it. `atMost` in milliseconds, where its beginning was not seen; null or 0 = not known. */
export interface SinceInput {
  readonly at: number;
  readonly atLeast: boolean;
  readonly atMost: number | null;
}

/** "2026-08-12 04:08:31 UTC"; where it was so when somebody first looked, "at least since 2026-…, when it was first seen so; at most since 2026-…". */
export function sinceTitle({ at, atLeast, atMost }: SinceInput, zone: Zone): string {
  const moment = formatDateTime(at, zone);
  if (!atLeast) return moment;
  const most = atMost === null || atMost === 0 || atMost >= at ? "" : `; at most since ${formatDateTime(atMost, zone)}`;
  return `at least since ${moment}, when it was first seen so${most}`;
}
