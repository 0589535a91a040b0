import type { PageFreshness } from "@/lib/domain/verdict/freshness";
import { formatClock, type Zone } from "./clock";
import { formatSpan } from "./text/duration";
import { joinParts } from "./text/lists";
import { formatNumber } from "./text/numbers";
import { formatMoment } from "./time-ticks";

/** Returns the freshness of a wall display: two or three words that are read from five metres, and a detail; "" = none. `now` in milliseconds. */
export function wallFreshness(freshness: PageFreshness, now: number, zone: Zone): { readonly word: string; readonly detail: string } {
  const { asOf } = freshness;
  const moment = asOf === null ? "" : formatMoment(asOf, now, zone);
  switch (freshness.kind) {
    case "live":
      return { word: "live", detail: "" };
    case "past":
      return { word: `The past: ${moment}`, detail: "" };
    case "denied":
      return { word: "No permission", detail: freshness.reason };
    case "absent":
      return { word: "Not installed", detail: freshness.reason };
    case "starting":
      return { word: "Starting", detail: "no data yet" };
    case "catching-up":
    case "stale":
      if (asOf === null) return { word: "Not live", detail: joinParts(["no data yet", freshness.reason], ": ") };
      return { word: `Not live since ${moment}`, detail: joinParts([`no update for ${formatSpan(now - asOf)}`, freshness.reason], ": ") };
  }
}

/** Returns the time of day on a wall display, "04:16 UTC". The local clock has no zone: it is that of the room. Milliseconds. */
export function wallClock(now: number, zone: Zone): string {
  return `${formatClock(now, zone).slice(0, 5)}${zone === "utc" ? " UTC" : ""}`;
}

/** Returns the scope of a wall display: "prod-eu · all namespaces". Empty lists = all. */
export function wallScope(clusters: readonly string[], namespaces: readonly string[]): string {
  return [clusters.length === 0 ? "all clusters" : clusters.join(", "), namespaces.length === 0 ? "all namespaces" : namespaces.join(", ")].join(" · ");
}

/** The incidents of a wall display that have room at the same time. */
const WALL_CARDS = 4;

/** The part of a long list that is shown at one time. `text`: "2 of 3", or "" if all have room. */
export interface WallPart<T> {
  readonly shown: readonly T[];
  readonly text: string;
}

/** Returns the part of a list for a turn, which counts up from 0. Each part has the room of four; the last one may have fewer. */
export function wallPart<T>(all: readonly T[], turn: number): WallPart<T> {
  const parts = Math.max(1, Math.ceil(all.length / WALL_CARDS));
  const part = turn % parts;
  const shown = all.slice(part * WALL_CARDS, (part + 1) * WALL_CARDS);
  return { shown, text: parts === 1 ? "" : `${formatNumber(part + 1)} of ${formatNumber(parts)}` };
}
