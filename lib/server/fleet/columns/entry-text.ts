import { ENTRY_ORIGINS } from "@/lib/domain/entry/origin";
import { isSentServingClass } from "@/lib/domain/verdict/roll-up";
import { STATES } from "@/lib/domain/verdict/verdict";
import { whyWords } from "@/lib/format/why";
import type { FleetStore } from "./fleet-store";
import { connectionAt } from "./verdict-columns";

interface TextParts {
  /** Of entries that are gone: how one ended. */
  readonly endingAt?: ((slot: number) => string) | undefined;
  /** True for one walk over the fleet, while nothing changes: entries with the same reason are looked at once. */
  readonly walks: boolean;
}

/** Finds a text in the row of an entry: its name, namespace, NAMESPACE/NAME, address, host name, and the reason of its state. */
export function textTest(store: FleetStore, text: string, { endingAt, walks }: TextParts): (slot: number) => boolean {
  const needle = text.toLowerCase();
  const { columns } = store;
  const has = (haystack: string) => haystack.toLowerCase().includes(needle);
  const hasHost = (slot: number) => has(columns.text("host", slot));
  const host = walks ? onceForText(hasHost, columns.texts.limit, (slot) => columns.int("host", slot)) : hasHost;
  const why = whyTest(store, has, { endingAt, walks });
  const named = nameTest(store, needle);
  return (slot) => named(slot) || has(columns.text("address", slot)) || host(slot) || why(slot);
}

/** Only a text with a slash can match namespace and name together. */
function nameTest({ columns, places }: FleetStore, needle: string): (slot: number) => boolean {
  const nameAt = (slot: number) => columns.names[slot] ?? "";
  const namespaceAt = (slot: number) => places.at(columns.int("place", slot)).namespace;
  if (needle.includes("/")) return (slot) => `${namespaceAt(slot)}/${nameAt(slot)}`.includes(needle);
  const ofPlaces: (boolean | undefined)[] = [];
  const hasNamespace = (slot: number) => {
    const place = columns.int("place", slot);
    const answer = ofPlaces[place] ?? namespaceAt(slot).includes(needle);
    ofPlaces[place] = answer;
    return answer;
  };
  return (slot) => nameAt(slot).includes(needle) || hasNamespace(slot);
}

/** Finds a text in why an entry has its state, or in how one ended that is gone. */
function whyTest(store: FleetStore, has: (haystack: string) => boolean, { endingAt, walks }: TextParts): (slot: number) => boolean {
  if (endingAt !== undefined) return (slot) => has(endingAt(slot));
  const hasWhy = (slot: number) => has(whyAt(store, slot));
  const asked = walks && store.columns.texts.limit <= TEXTS ? once(hasWhy, (slot) => whyNumber(store, slot)) : hasWhy;
  // Most have none: they are neither looked up nor put into words.
  return (slot) => hasReason(store, slot) && asked(slot);
}

const [YES, NO] = [1, 2];

/** Asks once for all slots that have the same text, by its number: of so many that there are. */
function onceForText(test: (slot: number) => boolean, texts: number, numberOf: (slot: number) => number): (slot: number) => boolean {
  // Made where it is asked: of many words that are looked for, most machines are told apart by the first.
  let answers: Uint8Array | null = null;
  return (slot) => {
    const number = numberOf(slot);
    answers ??= new Uint8Array(texts);
    const known = answers[number] ?? 0;
    if (known !== 0) return known === YES;
    const answer = test(slot);
    answers[number] = answer ? YES : NO;
    return answer;
  };
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

/** Is there anything to be said of why an entry has its state? */
function hasReason({ columns }: FleetStore, slot: number): boolean {
  const state = STATES[columns.derivedBytes.state[slot] ?? 0] ?? "unreadable";
  return state !== "unchecked" && (state !== "healthy" || columns.derivedBytes.vouched[slot] !== 1);
}

/** Two entries with the same number have the same reason: all that `whyAt` rests on, in 53 bits. */
function whyNumber({ columns }: FleetStore, slot: number): number {
  const { state, vouched, connection, servingClass } = columns.derivedBytes;
  const kind = (((state[slot] ?? 0) * 2 + (vouched[slot] ?? 0)) * 16 + (connection[slot] ?? 0)) * 4 + (servingClass[slot] ?? 0);
  const message = STATES[state[slot] ?? 0] === "unreadable" ? columns.int("unreadable", slot) : columns.int("health.message", slot);
  return ((kind * ENTRY_ORIGINS.length + columns.int("origin", slot)) * TEXTS + message) * TEXTS + columns.int("controller", slot);
}

/** So many texts fit into such a number; a fleet with more looks at each entry. */
const TEXTS = 2 ** 20;

/** Why an entry has its state, in the words of its row without their times: what is found does not change with the clock. */
export function whyAt(store: FleetStore, slot: number): string {
  if (!hasReason(store, slot)) return "";
  const { columns } = store;
  const state = STATES[columns.derivedBytes.state[slot] ?? 0] ?? "unreadable";
  const vouched = columns.derivedBytes.vouched[slot] === 1;
  const origin = ENTRY_ORIGINS[columns.int("origin", slot)] ?? "unreadable";
  const isServed = isSentServingClass(columns.derivedBytes.servingClass[slot] ?? 0);
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
