import type { Lane } from "./lane";

/** One kind of outage: what it does to the roads of a lane, and when a page must have stopped being green. Milliseconds. */
export interface Outage {
  readonly kind: string;
  readonly limitMs: number;
  inflict(lane: Lane): void;
}

/** A page that has lost the server says so within fifteen seconds. */
const PAGE_LIMIT_MS = 15_000;

/** Between the browser and the dashboard. */
export const PAGE_OUTAGES: readonly Outage[] = [
  { kind: "cut", limitMs: PAGE_LIMIT_MS, inflict: ({ pageDoor }) => pageDoor.cut() },
  { kind: "stall", limitMs: PAGE_LIMIT_MS, inflict: ({ pageDoor }) => pageDoor.stall() },
  {
    kind: "half-open",
    limitMs: PAGE_LIMIT_MS,
    inflict: ({ pageDoor, proxy }) => {
      pageDoor.forget();
      proxy.refuses = () => true;
    },
  },
  // Beats alone take some thirty bytes a second: at twenty, they are late by a few seconds only for a while, and the page is right to be live.
  { kind: "slow", limitMs: PAGE_LIMIT_MS, inflict: ({ pageDoor }) => pageDoor.slow(5) },
  {
    kind: "5xx",
    limitMs: PAGE_LIMIT_MS,
    inflict: ({ pageDoor, proxy }) => {
      proxy.refuses = () => true;
      pageDoor.drop();
    },
  },
];

/** Between the dashboard and the API server: refused within ten seconds, swallowed within twenty-five. */
export const API_OUTAGES: readonly Outage[] = [
  { kind: "API cut", limitMs: 10_000, inflict: ({ apiDoor }) => apiDoor.cut() },
  { kind: "API stall", limitMs: 25_000, inflict: ({ apiDoor }) => apiDoor.stall() },
];
