import { ORIGINS } from "@/lib/domain/origin-of";
import { STATES } from "@/lib/domain/verdict";
import { whyWords } from "@/lib/format/why";
import type { FleetStore } from "./fleet-store";
import { connectionAt } from "./verdict-columns";

interface TextParts {
  /** Of entries that are gone: how one ended. */
  readonly endingAt?: ((slot: number) => string) | undefined;
  /** True for one walk over the fleet, while nothing changes: entries with the same reason are looked at once. */
  readonly walks: boolean;
}

/** Finds a text in what a list shows of an entry: its name, address, host name, and why it has its state. */
export function textTest(store: FleetStore, text: string, { endingAt, walks }: TextParts): (slot: number) => boolean {
  const needle = text.toLowerCase();
  const { columns } = store;
  const has = (haystack: string) => haystack.toLowerCase().includes(needle);
  const hasHost = (slot: number) => has(columns.text("host", slot));
  const hasWhy = (slot: number) => has(endingAt === undefined ? whyAt(store, slot) : endingAt(slot));
  const host = walks ? once(hasHost, (slot) => columns.int("host", slot)) : hasHost;
  const why = walks && endingAt === undefined && columns.texts.limit <= TEXTS ? once(hasWhy, (slot) => whyNumber(store, slot)) : hasWhy;
  return (slot) => (columns.names[slot] ?? "").includes(needle) || has(columns.text("address", slot)) || host(slot) || why(slot);
}

/** Asks once for all slots with the same number. */
function once(test: (slot: number) => boolean, numberOf: (slot: number) => number): (slot: number) => boolean {
  const answers = new Map<number, boolean>();
  return (slot) => {
    const number = numberOf(slot);
    const known = answers.get(number);
    if (known !== undefined) return known;
    const answer = test(slot);
    answers.set(number, answer);
    return answer;
  };
}

/** Two entries with the same number have the same reason: all that `whyAt` rests on, in 53 bits. */
function whyNumber({ columns }: FleetStore, slot: number): number {
  const { state, vouched, connection, servingClass } = columns.derivedBytes;
  const kind = (((state[slot] ?? 0) * 2 + (vouched[slot] ?? 0)) * 16 + (connection[slot] ?? 0)) * 4 + (servingClass[slot] ?? 0);
  const message = STATES[state[slot] ?? 0] === "unreadable" ? columns.int("unreadable", slot) : columns.int("health.message", slot);
  return ((kind * ORIGINS.length + columns.int("origin", slot)) * TEXTS + message) * TEXTS + columns.int("controller", slot);
}

/** So many texts fit into such a number; a fleet with more looks at each entry. */
const TEXTS = 2 ** 20;

/** Why an entry has its state, in the words of its row without their times: what is found does not change with the clock. */
export function whyAt({ columns }: FleetStore, slot: number): string {
  const state = STATES[columns.derivedBytes.state[slot] ?? 0] ?? "unreadable";
  const vouched = columns.derivedBytes.vouched[slot] === 1;
  if (state === "unchecked" || (state === "healthy" && vouched)) return "";
  const origin = ORIGINS[columns.int("origin", slot)] ?? "unreadable";
  const isServed = columns.derivedBytes.servingClass[slot] !== 0;
  return whyWords({
    state,
    vouched,
    ...connectionAt(columns, slot),
    serving: isServed && origin !== "hand-written-checked" ? "yes-unchecked" : "unknown",
    message: state === "unreadable" ? columns.text("unreadable", slot).slice(1) : columns.text("health.message", slot),
    controller: columns.text("controller", slot),
    origin,
  });
}
