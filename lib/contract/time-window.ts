const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The windows that have a button, shortest first, with their length in milliseconds. */
export const WINDOWS = [
  ["15m", 15 * MINUTE],
  ["1h", HOUR],
  ["6h", 6 * HOUR],
  ["24h", 24 * HOUR],
  ["7d", 7 * 24 * HOUR],
] as const;

export type WindowName = (typeof WINDOWS)[number][0];

/** What a page shows of the past: the last while until now, or the time between two moments (milliseconds of the server's clock). */
export type TimeWindow = { readonly kind: "last"; readonly name: WindowName } | { readonly kind: "between"; readonly from: number; readonly to: number };

/** The shortest window between two moments that is worth drawing. Milliseconds. */
export const SHORTEST_WINDOW_MS = 10_000;
const LATEST_MS = 8_640_000_000_000_000;

/** Reads `window=`: "6h", or "FROM-TO" in milliseconds. Null where it is missing or says nothing. */
export function parseTimeWindow(text: string | null | undefined): TimeWindow | null {
  const known = WINDOWS.find(([name]) => name === text);
  if (known !== undefined) return { kind: "last", name: known[0] };
  const [, first = "", second = ""] = /^(\d{1,16})-(\d{1,16})$/.exec(text ?? "") ?? [];
  const [from, to] = [Number(first), Number(second)];
  return first !== "" && to - from >= SHORTEST_WINDOW_MS && to <= LATEST_MS ? { kind: "between", from, to } : null;
}

/** The same window as `window=` spells it. */
export function formatTimeWindow(window: TimeWindow): string {
  return window.kind === "last" ? window.name : `${Math.round(window.from)}-${Math.round(window.to)}`;
}

/** How long a window is. Milliseconds. */
export function windowMs(window: TimeWindow): number {
  return window.kind === "between" ? window.to - window.from : lengthOf(window.name);
}

/** From when to when a window reaches, as seen at `now`. Milliseconds. */
export function windowBounds(window: TimeWindow, now: number): { readonly from: number; readonly to: number } {
  return window.kind === "between" ? { from: window.from, to: window.to } : { from: now - lengthOf(window.name), to: now };
}

/** The window a page opens on: the shortest of 15m to 24h that holds the whole record, so that a young one is not a thin end. */
export function openingWindow(recordedSince: number | null, now: number): WindowName {
  const age = recordedSince === null ? 0 : now - recordedSince;
  const day = WINDOWS.findIndex(([name]) => name === "24h");
  return WINDOWS.slice(0, day).find(([, ms]) => age <= ms)?.[0] ?? "24h";
}

function lengthOf(name: WindowName): number {
  return WINDOWS.find(([one]) => one === name)?.[1] ?? HOUR;
}
