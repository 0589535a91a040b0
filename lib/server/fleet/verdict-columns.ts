import { countsServing } from "@/lib/domain/roll-up";
import { type Connection, STATES, type Verdict } from "@/lib/domain/verdict";
import { CHANGED } from "./changed";
import type { EntryColumns } from "./entry-columns";

const SERVING_CLASS = { no: 0, serving: 1, doubted: 2 } as const;

/** Connections by number, as the column holds them: those in doubt with the reason, which a row shows. */
const CONNECTIONS = [
  "unmanaged",
  "never",
  "connected",
  "overdue",
  "leaked too-old",
  "leaked in-the-future",
  "leaked no-time",
  "ghost no-such-pod",
  "ghost not-running",
  "ghost restarted",
  "ghost no-controller",
  "reconnecting",
  "disconnected",
] as const satisfies readonly SpelledConnection[];

const SPELLED: readonly string[] = CONNECTIONS;
const KINDS = CONNECTIONS.map((spelled) => spelled.split(" ", 1)[0] as Connection["kind"]);

type SpelledConnection<C = Connection> = C extends { kind: infer K extends string; why: infer W extends string }
  ? `${K} ${W}`
  : C extends { kind: infer K extends string }
    ? K
    : never;

/** What a verdict changes about a slot that has one, as bits of CHANGED: its state, or only the moment at which time will change it. */
export function verdictDifference(columns: EntryColumns, slot: number, verdict: Verdict): number {
  const { state, servingClass, vouched, connection } = columns.derivedBytes;
  const turned =
    state[slot] !== STATES.indexOf(verdict.state) ||
    servingClass[slot] !== servingClassOf(verdict) ||
    vouched[slot] !== Number(verdict.vouched) ||
    connection[slot] !== connectionNumber(verdict.connection);
  const postponed = !Object.is(columns.derivedFloats.validUntil[slot], untilOf(verdict));
  return (turned ? CHANGED.state : 0) | (postponed ? CHANGED.connectionTimes : 0);
}

/** Writes a verdict to its columns; true where it runs out at another moment than the one before. */
export function writeVerdict(columns: EntryColumns, slot: number, verdict: Verdict): boolean {
  const { derivedBytes, derivedFloats } = columns;
  derivedBytes.state[slot] = STATES.indexOf(verdict.state);
  derivedBytes.servingClass[slot] = servingClassOf(verdict);
  derivedBytes.vouched[slot] = Number(verdict.vouched);
  derivedBytes.connection[slot] = connectionNumber(verdict.connection);
  const postponed = !Object.is(derivedFloats.validUntil[slot], untilOf(verdict));
  derivedFloats.validUntil[slot] = untilOf(verdict);
  return postponed;
}

/** Has the slot this state already? */
export function hasState(columns: EntryColumns, slot: number, { state }: Verdict): boolean {
  return columns.derivedBytes.state[slot] === STATES.indexOf(state);
}

/** Does a replica hold this machine's connection, as far as anybody can tell? A late renewal counts; a ghost's does not. */
export function isHeld(columns: EntryColumns, slot: number): boolean {
  const spelled = SPELLED[columns.derivedBytes.connection[slot] ?? -1];
  return spelled === "connected" || spelled === "overdue";
}

/** The kind of connection that a slot's verdict has. */
export function connectionKindAt(columns: EntryColumns, slot: number): Connection["kind"] {
  return KINDS[columns.derivedBytes.connection[slot] ?? 0] ?? "unmanaged";
}

function servingClassOf({ serving, connection }: Verdict): number {
  return SERVING_CLASS[countsServing(serving.kind, connection.kind)];
}

function untilOf({ validUntil }: Verdict): number {
  return validUntil ?? Number.NaN;
}

function connectionNumber(connection: Connection): number {
  const doubted = connection.kind === "leaked" || connection.kind === "ghost";
  const spelled: string = doubted ? `${connection.kind} ${connection.why}` : connection.kind;
  return SPELLED.indexOf(spelled);
}
