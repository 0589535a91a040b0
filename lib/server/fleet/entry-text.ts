import { STATES } from "@/lib/domain/verdict";
import { whyWords } from "@/lib/format/why";
import { ORIGINS } from "./encode-entry";
import type { FleetStore } from "./fleet-store";
import { connectionAt } from "./verdict-columns";

/** Finds a text in what a list shows of an entry: its name, address, host name, and why it has its state. `endingAt`: of one that is gone, how it ended. */
export function textTest(store: FleetStore, text: string, endingAt?: (slot: number) => string): (slot: number) => boolean {
  const needle = text.toLowerCase();
  const { columns } = store;
  const has = (haystack: string) => haystack.toLowerCase().includes(needle);
  return (slot) =>
    (columns.names[slot] ?? "").includes(needle) ||
    has(columns.text("address", slot)) ||
    has(columns.text("host", slot)) ||
    has(endingAt === undefined ? whyAt(store, slot) : endingAt(slot));
}

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
    message: state === "unreadable" ? columns.text("unreadable", slot).slice(1) : columns.text("healthMessage", slot),
    controller: columns.text("controller", slot),
    origin,
  });
}
