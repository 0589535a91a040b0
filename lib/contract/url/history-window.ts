/** The windows that a page offers, with their lengths in milliseconds. */
export const WINDOW_LENGTHS_MS = { "15m": 900_000, "1h": 3_600_000, "6h": 21_600_000, "24h": 86_400_000, "7d": 604_800_000, "30d": 2_592_000_000 } as const;
export type WindowName = keyof typeof WINDOW_LENGTHS_MS;
/** The windows of charts. */
export const CHART_WINDOW_NAMES = ["15m", "1h", "6h", "24h", "7d"] as const satisfies readonly WindowName[];
/** The windows of comparisons. Their cost does not depend on the length. */
export const COMPARISON_WINDOW_NAMES: readonly WindowName[] = [...CHART_WINDOW_NAMES, "30d"];

/** A window: a length that ends now or at the moment that the page shows, or two moments in milliseconds. */
export type HistoryWindow = { readonly kind: "last"; readonly name: WindowName } | { readonly kind: "between"; readonly from: number; readonly to: number };

/** The window of a chart without one in the address. */
export const DAY_WINDOW: HistoryWindow = { kind: "last", name: "24h" };

/** The accepted forms of a window, for error texts. */
export const WINDOW_SYNTAX_TEXT = "15m, 1h, 6h, 24h, 7d, 30d, or two moments in seconds or milliseconds since 1970: 1786508100000-1786529700000";
/** The accepted forms of a moment, for error texts. */
export const MOMENT_SYNTAX_TEXT = "a moment like 2026-08-12T04:16:12Z, or seconds or milliseconds since 1970";

/** The longest window between two moments: 400 days. */
const LONGEST_MS = 400 * 86_400_000;
/** The last moment that a `Date` can hold. */
const LAST_MOMENT = 8.64e15;

/** A smaller number is in seconds, as alerts write moments. In seconds it is the year 5138, in milliseconds 1973. */
const FIRST_MILLISECONDS = 100_000_000_000;

/** Reads `window=`: a name, or two moments in order, each in seconds or milliseconds since 1970; null if it is neither. */
export function parseWindow(text: string): HistoryWindow | null {
  const name = COMPARISON_WINDOW_NAMES.find((one) => one === text);
  if (name !== undefined) return { kind: "last", name };
  const moments = /^(\d{1,16})-(\d{1,16})$/.exec(text);
  if (moments === null) return null;
  const [from, to] = [inMilliseconds(Number(moments[1])), inMilliseconds(Number(moments[2]))];
  return from < to && to - from <= LONGEST_MS && to <= LAST_MOMENT ? { kind: "between", from, to } : null;
}

/** Formats a window as the value of `window=`. */
export function formatWindow(window: HistoryWindow): string {
  return window.kind === "last" ? window.name : `${window.from}-${window.to}`;
}

function inMilliseconds(moment: number): number {
  return moment < FIRST_MILLISECONDS ? moment * 1_000 : moment;
}

/** Reads `at=`: a moment in ISO 8601 with its zone, or in seconds or milliseconds since 1970; null if it is none of them. */
export function parseMoment(text: string): number | null {
  const ms = /^\d{1,16}$/.test(text)
    ? inMilliseconds(Number(text))
    : /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(text)
      ? Date.parse(text)
      : Number.NaN;
  return Number.isNaN(ms) || ms > LAST_MOMENT ? null : ms;
}

/** Formats a moment as the value of `at=`: ISO 8601 in UTC, without milliseconds if they are zero. */
export function formatMoment(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}

/** Returns the beginning and end of a window that ends at this moment. Milliseconds. */
export function windowSpan(window: HistoryWindow, endsAt: number): { readonly from: number; readonly to: number } {
  return window.kind === "between" ? window : { from: endsAt - WINDOW_LENGTHS_MS[window.name], to: endsAt };
}

/** The last hour shows a change until it is so old. Milliseconds. */
const RECENT_CHANGE_MS = 50 * 60_000;

/**
 * Returns the window for an address without one: the whole history if it is younger than a day, else the last day. Without a history, it is 15 minutes. A recent
 * `change` (null = none) needs at most the last hour. Milliseconds.
 */
export function defaultWindow(recordedSince: number | null, now: number, change: number | null = null): HistoryWindow {
  if (recordedSince === null) return { kind: "last", name: "15m" };
  const isRecent = change !== null && change <= now && now - change < RECENT_CHANGE_MS;
  if (isRecent && now - recordedSince >= WINDOW_LENGTHS_MS["1h"]) return { kind: "last", name: "1h" };
  return now - recordedSince < WINDOW_LENGTHS_MS["24h"] ? { kind: "between", from: Math.min(recordedSince, now - 1), to: now } : { kind: "last", name: "24h" };
}

/** Returns the same address at another moment; null = now. It changes addresses of this site's pages only. `window` is added if the address has none. */
export function hrefAtMoment(href: string, at: number | null, window = ""): string {
  if (!href.startsWith("/") || href.startsWith("//") || href.startsWith("/api/")) return href;
  const [, path = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  const params = new URLSearchParams(query);
  params.delete("at");
  if (window !== "" && !params.has("window")) params.set("window", window);
  // Colons are not encoded, because users read this moment in the address.
  const words = [params.toString(), at === null ? "" : `at=${formatMoment(at)}`].filter((part) => part !== "").join("&");
  return `${path}${words === "" ? "" : `?${words}`}${hash}`;
}
