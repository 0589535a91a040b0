import type { EntryRow } from "@/lib/contract/rows";
import type { Verdict } from "@/lib/domain/verdict";
import { ORIGINS } from "./encode-entry";
import type { FleetStore } from "./fleet-store";
import { whyOfConnection } from "./verdict-columns";

/** One entry as lists show it, by the verdict of now or another. */
export function entryRow(store: FleetStore, slot: number, now: number, verdict: Verdict = store.verdict(slot, now)): EntryRow {
  const { columns } = store;
  const place = store.places.at(columns.int("place", slot));
  return {
    id: `${place.cluster}/${columns.uids.text(slot)}`,
    cluster: place.cluster,
    uid: columns.uids.text(slot),
    namespace: place.namespace,
    name: columns.names[slot] ?? "",
    state: verdict.state,
    vouched: verdict.vouched,
    connection: verdict.connection.kind,
    connectionWhy: whyOfConnection(verdict.connection),
    serving: verdict.serving.kind,
    since: numberOrNull(columns.derivedFloats.since[slot]),
    sinceAtLeast: !Number.isNaN(columns.derivedFloats.sinceNotBefore[slot]),
    sinceNotBefore: numberOrNull(columns.derivedFloats.sinceNotBefore[slot]),
    message: messageOf(verdict, columns.text("unreadable", slot)),
    deadline: deadlineOf(verdict),
    address: columns.text("address", slot),
    host: columns.text("host", slot),
    network: columns.text("network", slot),
    locality: columns.text("locality", slot),
    controller: columns.text("controller", slot),
    revision: columns.text("revision", slot),
    group: store.groups.at(columns.int("group", slot)).name,
    origin: ORIGINS[columns.int("origin", slot)] ?? "unreadable",
    connectedAt: finite(columns.float("connectedAt", slot)),
    disconnectedAt: finite(columns.float("disconnectedAt", slot)),
    createdAt: columns.float("createdAt", slot),
  };
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

/** A time that is present but unreadable is infinity in its column: in a list it is no time. */
function finite(value: number | null): number | null {
  return value === Number.POSITIVE_INFINITY ? null : value;
}
