"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { useView } from "@/lib/client/use-view";
import { formatListQuery } from "@/lib/contract/url/list-query";
import type { ControlPlaneHead, ReplicaRow } from "@/lib/contract/views/control-plane";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import { type IncidentDetail, type IncidentRow, incidentQuery } from "@/lib/contract/views/incidents";
import type { ViewState } from "@/lib/contract/views/view";
import { type HoldingReplica, type IstiodQuestionAnswer, istiodQuestionAnswer, type TroubledMachines } from "@/lib/domain/diagnosis/istiod-question";
import { countWithState } from "@/lib/domain/verdict/state-code";
import { isTrouble, STATES } from "@/lib/domain/verdict/verdict";

/** A machine in trouble, or a lost one as it was last. */
export type QuestionedMachine = Pick<EntryRow, "cluster" | "state" | "serving" | "connection" | "connectionWhy" | "controller" | "connectedAt" | "message">;

interface MachineQuestion {
  readonly machine: QuestionedMachine;
  /** False = its entry is gone, so that the counts of its replica do not contain it. */
  readonly isHere: boolean;
  /** The arrival of its last report, if it is of the failure; null = it is not. Milliseconds. */
  readonly failedReportAt: number | null;
  readonly incident: IncidentRow | null;
}

/** The answer about one machine, and its incident in full; null = still being read. */
interface MachineAnswer {
  readonly answer: IstiodQuestionAnswer | null;
  readonly incident: IncidentDetail | null;
}

const REPLICAS = { offset: 0, limit: 50 } as const;

/** Answers "Is it istiod?" about one machine, from its replica, the other machines of all replicas, and its incident. */
export function useIstiodOfMachine(question: MachineQuestion): MachineAnswer {
  const { machine, incident } = question;
  const plane = useView("control-plane", formatListQuery({ clusters: [machine.cluster], namespaces: [], terms: [], sort: "" }), REPLICAS);
  const whole = useView("incident", incident === null ? null : incidentQuery(incident.id), NO_ROWS);
  const detail = whole.state?.head.detail ?? null;
  const isRead = plane.state !== null && (incident === null || whole.state !== null || whole.problem !== null);
  return { answer: isRead && plane.state !== null ? answerFrom(question, plane.state, detail) : null, incident: detail };
}

function answerFrom(question: MachineQuestion, { head, rows }: ViewState<ControlPlaneHead, ReplicaRow>, detail: IncidentDetail | null): IstiodQuestionAnswer {
  const { machine, isHere, failedReportAt, incident } = question;
  const cluster = head.clusters[0] ?? null;
  const isConnected = machine.connection === "connected" || machine.connection === "overdue";
  const own = rows.filter(({ name }) => name === machine.controller);
  const itself = { troubled: isHere && isTrouble(machine.state) ? 1 : 0, machines: isHere && own.length > 0 ? 1 : 0 };
  return istiodQuestionAnswer({
    incident: incidentAnswer(incident, detail),
    replicas: cluster?.replicas.kind === "known" ? replicasOf(rows) : null,
    connected: { machines: 1, connected: isConnected ? 1 : 0, since: isConnected ? machine.connectedAt : null },
    holders: machine.controller === "" ? [] : [{ name: machine.controller, status: holderStatus(machine, own[0]) }],
    onSame: own.length === 0 ? null : machinesOn(own, itself),
    elsewhere: machinesOn(
      rows.filter(({ name }) => name !== machine.controller),
      { troubled: 0, machines: 0 },
    ),
    reported: machine.state === "unhealthy" ? { machines: failedReportAt === null ? 0 : 1, at: failedReportAt } : null,
    isClockAhead: machine.connectionWhy === "in-the-future",
    reconnecting: cluster === null ? null : { reconnecting: cluster.reconnecting, managed: cluster.managed },
    isOfEntry: machine.state === "no-endpoint" || machine.state === "unreadable" || machine.serving === "no-endpoint",
  });
}

/** One machine alone separates nothing, so that its incident compares nothing: then the replicas decide. */
function incidentAnswer(incident: IncidentRow | null, detail: IncidentDetail | null) {
  const answer = detail?.istiod?.answer ?? null;
  return incident !== null && (incident.title.machines > 1 || answer === "yes") ? answer : null;
}

function replicasOf(rows: readonly ReplicaRow[]) {
  const existing = rows.filter(({ standing }) => standing !== "gone" && standing !== "not-visible");
  return { ready: existing.filter(({ standing }) => standing === "runs").length, total: existing.length };
}

/** The reason of an unverified connection is more exact than the status of its replica now. */
const STATUS_BY_REASON: Readonly<Record<string, HoldingReplica["status"]>> = {
  "no-such-pod": "gone",
  "not-running": "not-running",
  restarted: "restarted",
  "past-deletion": "lost",
  "node-silent": "lost",
};

function holderStatus({ connection, connectionWhy }: QuestionedMachine, row: ReplicaRow | undefined): HoldingReplica["status"] {
  return (connection === "ghost" ? STATUS_BY_REASON[connectionWhy] : undefined) ?? row?.standing ?? "not-visible";
}

function machinesOn(rows: readonly ReplicaRow[], itself: TroubledMachines): TroubledMachines {
  const troubled = rows.reduce((sum, { counts }) => sum + STATES.filter(isTrouble).reduce((count, state) => count + countWithState(counts, state), 0), 0);
  const machines = rows.reduce((sum, row) => sum + row.machines, 0);
  return { troubled: Math.max(0, troubled - itself.troubled), machines: Math.max(0, machines - itself.machines) };
}
