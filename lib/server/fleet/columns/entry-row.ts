import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { Verdict } from "@/lib/domain/verdict/verdict";
import type { FleetStore } from "./fleet-store";
import { IN_ROW } from "./listed-fields";
import { whyOfConnection } from "./verdict-columns";

/** Returns an entry as lists show it. Its state is that of `verdict`, by default the verdict at `now` (milliseconds). */
export function entryRow(store: FleetStore, slot: number, now: number, verdict: Verdict = store.verdict(slot, now)): EntryRow {
  const { columns, places, groups } = store;
  const { since, sinceNotBefore } = columns.derivedFloats;
  const row: Record<string, unknown> = {
    id: `${places.at(columns.int("place", slot)).cluster}/${columns.uids.text(slot)}`,
    state: verdict.state,
    vouched: verdict.vouched,
    connection: verdict.connection.kind,
    connectionWhy: whyOfConnection(verdict.connection),
    serving: verdict.serving.kind,
    since: numberOrNull(since[slot]),
    sinceAtLeast: !Number.isNaN(sinceNotBefore[slot]),
    sinceNotBefore: numberOrNull(sinceNotBefore[slot]),
    message: messageOf(verdict, columns.text("unreadable", slot)),
    deadline: deadlineOf(verdict),
    group: groups.at(columns.int("group", slot)).name,
  } satisfies Partial<EntryRow>;
  for (const [name, read] of IN_ROW) row[name] = read(store, slot);
  // `described-fields.test.ts` compares the fields with those of the contract.
  return row as EntryRow;
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
