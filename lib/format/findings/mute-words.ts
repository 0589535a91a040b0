import type { Mute } from "@/lib/domain/findings/mute";
import type { Zone } from "@/lib/format/clock";
import { formatMoment } from "@/lib/format/time-ticks";

const DAY_MS = 86_400_000;

/** For how long something may be muted: always for a time, never for good. */
export const MUTE_SPANS = [
  { word: "a day", ms: DAY_MS },
  { word: "a week", ms: 7 * DAY_MS },
  { word: "30 days", ms: 30 * DAY_MS },
  { word: "90 days", ms: 90 * DAY_MS },
] as const;

/** That something is muted, until when and why. `now` in milliseconds. */
export function mutedWords({ what, reason, until }: Mute, now: number, zone: Zone): string {
  const whole = what.startsWith("rule:") ? "Muted with its rule" : "Muted";
  return `${whole} until ${formatMoment(until, now, zone)}: ${reason}`;
}
