"use client";

import { useEffect, useState } from "react";
import { type SentPort, selectingServices, sentPorts } from "@/lib/client/selecting-services";
import { useAnswer } from "@/lib/client/use-answer";
import { useSelectedBy } from "@/lib/client/use-selected-by";
import { useView } from "@/lib/client/use-view";
import { MachineJoinDiagnosis } from "@/lib/contract/answers/arrival";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { groupMachinesQuery, type ObjectParams, objectViewQuery } from "@/lib/contract/url/page-query";
import { apiPaths } from "@/lib/contract/url/paths";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { SingleGroupHead } from "@/lib/contract/views/groups";
import { type SelectedByHead, selectedByQuery } from "@/lib/contract/views/selected-by";
import {
  type ArrivalServices,
  type ArrivalStatement,
  type ArrivalStepStatus,
  type ArrivingMachine,
  arrivalSteps,
  currentArrivalStep,
  isRegisteredAfterToken,
} from "@/lib/domain/new-group/arrival";

const NO_ROWS = { offset: 0, limit: 0 };
const NEWEST = { offset: 0, limit: 1 };
/** What the server checks changes by the minute; who is here comes with the stream. */
const ASK_AGAIN_MS = 5_000;

/** The newest machine on its way into its hosts. */
export interface Arrival {
  readonly head: SingleGroupHead;
  readonly checks: MachineJoinDiagnosis | null;
  readonly checksProblem: string;
  readonly machine: EntryRow | null;
  readonly steps: readonly ArrivalStepStatus[];
  readonly waits: ArrivalStepStatus | null;
  /** The ports on which callers get the machine. */
  readonly sent: readonly SentPort[];
  readonly notSent: Pick<ArrivalStatement, "notSent" | "against" | "isAddressEmpty">;
}

/** Follows a group, its newest machine and the hosts of that; null = on its way. `problem`: why there is nothing, or null. */
export function useArrival(place: ObjectParams): { readonly arrival: Arrival | null; readonly problem: string | null } {
  const group = useView("group", objectViewQuery(place), NO_ROWS);
  const entries = useView("entries", formatListQuery({ ...groupMachinesQuery(place), sort: "age" }), NEWEST);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRound((before) => before + 1), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const asked = useAnswer(apiPaths.arrival(place.cluster, place.namespace, place.name), MachineJoinDiagnosis, round);
  const checks = asked.kind === "here" ? asked.value : null;
  const newest = entries.state?.rows[0] ?? null;
  const token = checks?.token ?? null;
  const selected = useSelectedBy(newest === null ? null : selectedByQuery("entry", { ...place, name: newest.name }, newest.uid), null);
  const head = group.state?.head ?? null;
  if (head === null || entries.state === null) return { arrival: null, problem: group.problem ?? entries.problem };
  const services = newest === null ? null : arrivalServices(selected.head, newest.address);
  const arriving = newest === null ? null : arrivingOf(newest);
  const input = {
    group: head.row === null || !head.row.exists ? null : { createdAt: head.row.createdAt, hasProbe: head.detail?.probe != null },
    token,
    machine: arriving,
    services,
  };
  const steps = arrivalSteps(input);
  const machine = isRegisteredAfterToken(input) ? newest : null;
  const sent = machine === null ? [] : (services?.sent ?? []);
  const notSent = { notSent: services?.notSent ?? null, against: services?.against ?? null, isAddressEmpty: services?.isAddressEmpty ?? false };
  const checksProblem = asked.kind === "refused" ? asked.problem : asked.kind === "here" ? (asked.notRenewed?.refusal.problem ?? "") : "";
  return { arrival: { head, checks, checksProblem, machine, steps, waits: currentArrivalStep(steps), sent, notSent }, problem: null };
}

type NewestServices = ArrivalServices & Pick<ArrivalStatement, "notSent" | "against"> & { readonly sent: readonly SentPort[] };

/** The answer of the endpoint engine for the services of the newest machine; null = not known. */
function arrivalServices(head: SelectedByHead | null, address: string): NewestServices | null {
  const services = selectingServices(head);
  const entry = head?.entry ?? null;
  if (services === null || entry === null) return null;
  const sent = sentPorts(entry.hosts, address);
  const isNamed = services.names.length > 0;
  return {
    ...{ sent, sending: services.names.length, isAddressEmpty: isNamed && sent.length === 0 },
    isWhole: services.isWhole && entry.hosts.length === entry.hostsTotal,
    notSent: isNamed ? null : services.notSent,
    against: isNamed ? null : (entry.hosts.flatMap(({ against }) => against)[0] ?? null),
  };
}

function arrivingOf({ createdAt, connectedAt, connection, serving }: EntryRow): ArrivingMachine {
  return { createdAt, connectedAt, serving, isConnected: connection === "connected" || connection === "overdue" };
}
