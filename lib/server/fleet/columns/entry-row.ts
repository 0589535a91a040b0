import type { EntryRow } from "@/lib/contract/rows";
import type { Verdict } from "@/lib/domain/verdict";
import { objectBuilder } from "@/lib/server/built";
import type { FleetStore } from "./fleet-store";
import { IN_ROW } from "./listed-fields";
import { whyOfConnection } from "./verdict-columns";

type OfVerdict<Value> = (store: FleetStore, slot: number, verdict: Verdict) => Value;

/** What a row says of the verdict and of the group; all else is listed of the entry itself. */
const JUDGED: { readonly [Name in JudgedField]: OfVerdict<EntryRow[Name]> } = {
  id: ({ columns, places }, slot) => `${places.at(columns.int("place", slot)).cluster}/${columns.uids.text(slot)}`,
  state: (_, __, { state }) => state,
  vouched: (_, __, { vouched }) => vouched,
  connection: (_, __, { connection }) => connection.kind,
  connectionWhy: (_, __, { connection }) => whyOfConnection(connection),
  serving: (_, __, { serving }) => serving.kind,
  since: ({ columns }, slot) => numberOrNull(columns.derivedFloats.since[slot]),
  sinceAtLeast: ({ columns }, slot) => !Number.isNaN(columns.derivedFloats.sinceNotBefore[slot]),
  sinceNotBefore: ({ columns }, slot) => numberOrNull(columns.derivedFloats.sinceNotBefore[slot]),
  message: ({ columns }, slot, verdict) => messageOf(verdict, columns.text("unreadable", slot)),
  deadline: (_, __, verdict) => deadlineOf(verdict),
  group: ({ columns, groups }, slot) => groups.at(columns.int("group", slot)).name,
};

type JudgedField =
  | "id"
  | "state"
  | "vouched"
  | "connection"
  | "connectionWhy"
  | "serving"
  | "since"
  | "sinceAtLeast"
  | "sinceNotBefore"
  | "message"
  | "deadline"
  | "group";

/** The fields of a row, each with how it is read. */
export const ROW_FIELDS: readonly (readonly [name: string, read: OfVerdict<unknown>])[] = [...Object.entries(JUDGED), ...IN_ROW];

/** That it has the shape of a row a test proves. */
const buildRow = objectBuilder<EntryRow, [FleetStore, number, Verdict]>(ROW_FIELDS);

/** One entry as lists show it, by the verdict of now or another. */
export function entryRow(store: FleetStore, slot: number, now: number, verdict: Verdict = store.verdict(slot, now)): EntryRow {
  return buildRow(store, slot, verdict);
}

function messageOf(verdict: Verdict, unreadable: string): string {
  if (unreadable !== "") return unreadable.slice(1);
  return verdict.serving.kind === "no-unhealthy" ? verdict.serving.message : "";
}

function deadlineOf({ connection, validUntil }: Verdict): number | null {
  return connection.kind === "overdue" ? connection.dueAt : validUntil;
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
