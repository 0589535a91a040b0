import type { UnreconnectedMachine } from "@/lib/contract/answers/rollouts";
import type { ReplicaRow } from "@/lib/contract/views/control-plane";
import { type Columns, moment } from "./export-columns";

/** Null, an empty cell, is what cannot be seen, or what no time was said of. */
export const REPLICA_COLUMNS: Columns<ReplicaRow> = [
  ["cluster", (row) => row.cluster],
  ["namespace", (row) => row.namespace],
  ["replica", (row) => row.name],
  ["revision", (row) => row.revision],
  ["standing", (row) => row.standing],
  ["doubt", (row) => row.doubt],
  ["zone", (row) => row.zone],
  ["node", (row) => row.node],
  ["running since", (row) => moment(row.runningSince)],
  ["to be gone by", (row) => moment(row.deletingAt)],
  ["restarts", (row) => row.restarts],
  ["machines", (row) => row.machines],
  ["connections held", (row) => row.held],
  ["even share", (row) => row.even],
  ["connections that began lately", (row) => row.began],
  ["oldest connection", (row) => moment(row.oldest)],
  ["middle connection", (row) => moment(row.median)],
  ["overdue", (row) => row.overdue],
  ["unverified", (row) => row.unverified],
  ["swept from", (row) => moment(row.sweep?.from ?? null)],
  ["swept by", (row) => moment(row.sweep?.to ?? null)],
  ["reconnecting", (row) => row.reconnecting],
  ["disconnected", (row) => row.disconnected],
];

/** Machines that are not back from a rollout, or not connected since a baseline. */
export const MISSING_COLUMNS: Columns<UnreconnectedMachine> = [
  ["cluster", (row) => row.cluster],
  ["namespace", (row) => row.namespace],
  ["name", (row) => row.name],
  ["uid", (row) => row.uid],
  ["group", (row) => row.group],
  ["outcome", (row) => row.outcome],
  ["state", (row) => row.state],
  ["since", (row) => moment(row.since)],
  ["cause", (row) => row.cause],
  ["replica before", (row) => row.replica],
  ["locality", (row) => row.locality],
  ["network", (row) => row.network],
  ["next", (row) => row.next?.kind ?? null],
  ["next from", (row) => moment(row.next?.at ?? null)],
  ["next by", (row) => moment(row.next?.latestAt ?? null)],
];
