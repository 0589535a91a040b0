import { servingClassOf } from "@/lib/domain/verdict/roll-up";
import { MACHINE_TROUBLES, machineTroubleOf } from "@/lib/domain/verdict/tiers";
import { type Connection, isOpenConnection, STATES, UNVERIFIED_REPLICA_REASONS, type Verdict } from "@/lib/domain/verdict/verdict";
import { CHANGED } from "./changed";
import type { EntryColumns } from "./entry-columns";

/** Connections by number, as the column holds them: those that nobody can vouch for with the reason, which a row shows. */
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
  "ghost past-deletion",
  "ghost node-silent",
  "reconnecting",
  "disconnected",
] as const satisfies readonly SpelledConnection[];

const HELD = ["connected", "overdue"] as const satisfies readonly Connection["kind"][];
const SPELLED: readonly string[] = [...CONNECTIONS, ...HELD.flatMap((kind) => UNVERIFIED_REPLICA_REASONS.map((doubt) => `${kind} ${doubt}`))];
const KINDS = SPELLED.map((spelled) => spelled.split(" ", 1)[0] as Connection["kind"]);

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

/** The harm of each state, with and without a doubt, as a place in MACHINE_HARMS: every comparison in an order asks for it. */
const HARMS = Uint8Array.from(STATES.flatMap((state) => [false, true].map((vouched) => MACHINE_TROUBLES.indexOf(machineTroubleOf(state, vouched)))));

/** How bad a slot's verdict is, as a place in MACHINE_HARMS. */
export function machineHarmAt({ derivedBytes: { state, vouched } }: EntryColumns, slot: number): number {
  return HARMS[(state[slot] ?? 0) * 2 + (vouched[slot] ?? 0)] ?? 0;
}

/** Does a replica hold this machine's connection, as far as anybody can tell? */
export function isHeld(columns: EntryColumns, slot: number): boolean {
  return isOpenConnection(connectionKindAt(columns, slot));
}

/** Why nobody can vouch for a connection of this number, as `whyOfConnection` has it. */
export function whyOfNumber(connection: number): string {
  return (SPELLED[connection] ?? "").split(" ")[1] ?? "";
}

/** The kind of connection that a slot's verdict has. */
export function connectionKindAt(columns: EntryColumns, slot: number): Connection["kind"] {
  return KINDS[columns.derivedBytes.connection[slot] ?? 0] ?? "unmanaged";
}

/** The same with what is wrong with it, "" where nothing is. */
export function connectionAt(columns: EntryColumns, slot: number): { readonly connection: Connection["kind"]; readonly connectionWhy: string } {
  const [, why = ""] = (SPELLED[columns.derivedBytes.connection[slot] ?? 0] ?? "").split(" ");
  return { connection: connectionKindAt(columns, slot), connectionWhy: why };
}

function untilOf({ validUntil }: Verdict): number {
  return validUntil ?? Number.NaN;
}

function connectionNumber(connection: Connection): number {
  const why = whyOfConnection(connection);
  return SPELLED.indexOf(why === "" ? connection.kind : `${connection.kind} ${why}`);
}

/** Why nobody can vouch for a connection, as a code; "" where there is nothing to say. */
export function whyOfConnection(connection: Connection): string {
  switch (connection.kind) {
    case "leaked":
    case "ghost":
      return connection.why;
    case "connected":
    case "overdue":
      return connection.doubt ?? "";
    default:
      return "";
  }
}
