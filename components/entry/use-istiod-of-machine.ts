"use client";

import { type ReplicaComparison, useReplicaComparison } from "@/components/diagnosis/use-compared-replicas";
import { NO_ROWS } from "@/components/table/first-window";
import { useView } from "@/lib/client/use-view";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import { type IncidentDetail, type IncidentRow, incidentQuery } from "@/lib/contract/views/incidents";
import { answerIstiodQuestion, type IstiodQuestionAnswer, type ReplicaOfMachines } from "@/lib/domain/diagnosis/istiod-question";
import { isTrouble, wordOfState } from "@/lib/domain/verdict/verdict";

/** A machine in trouble, or the last values of a lost one. */
type QuestionedMachine = Pick<EntryRow, "cluster" | "state" | "serving" | "connection" | "connectionWhy" | "controller" | "connectedAt">;

interface MachineQuestion {
  readonly machine: QuestionedMachine;
  /** False if the entry is gone, so that the counts of its replica do not include it. */
  readonly isHere: boolean;
  /** The arrival of the last report if it reports a failure; null otherwise. Milliseconds. */
  readonly failedReportAt: number | null;
  readonly incident: IncidentRow | null;
  /** True if a user, a program or the deletion of its group deleted the entry. */
  readonly isDeleted?: boolean;
}

/** The answer about one machine, and its incident; null = not loaded yet. */
interface MachineAnswer {
  readonly answer: IstiodQuestionAnswer | null;
  readonly incident: IncidentDetail | null;
}

/** Answers "Is it istiod?" for one machine, from its replica, the machines of all replicas, and its incident. */
export function useMachineIstiodAnswer(question: MachineQuestion): MachineAnswer {
  const { machine, isHere, incident } = question;
  const own = { name: machine.controller, machines: isHere ? 1 : 0, troubled: isHere && isTrouble(machine.state) ? 1 : 0 };
  const compared = useReplicaComparison(machine.cluster, machine.controller === "" ? [] : [own]);
  const whole = useView("incident", incident === null ? null : incidentQuery(incident.id), NO_ROWS);
  const detail = whole.state?.head.detail ?? null;
  const isRead = incident === null || whole.state !== null || whole.problem !== null;
  return { answer: isRead && compared !== null ? answerFrom(question, compared, detail) : null, incident: detail };
}

function answerFrom(question: MachineQuestion, compared: ReplicaComparison, detail: IncidentDetail | null): IstiodQuestionAnswer {
  const { machine, failedReportAt, incident } = question;
  const isConnected = machine.connection === "connected" || machine.connection === "overdue";
  return answerIstiodQuestion({
    ...compared,
    incident: incidentAnswer(incident, detail),
    incidentTrait: incidentTrait(incident),
    connected: { machines: 1, connected: isConnected ? 1 : 0, since: isConnected ? machine.connectedAt : null },
    holders: compared.holders.map(({ name, status }) => ({ name, status: statusByReason(machine) ?? status })),
    reported: machine.state === "unhealthy" ? { machines: failedReportAt === null ? 0 : 1, at: failedReportAt } : null,
    isUnverified: wordOfState(machine.state) === "unverified" && machine.state !== "unreadable",
    isClockAhead: machine.connectionWhy === "in-the-future",
    isOfEntry: machine.state === "no-endpoint" || machine.state === "unreadable" || machine.serving === "no-endpoint",
    isDeleted: question.isDeleted ?? false,
  });
}

/** An incident of a single machine has no traits to compare. Then only the replicas decide. */
function incidentAnswer(incident: IncidentRow | null, detail: IncidentDetail | null) {
  const answer = detail?.istiod?.answer ?? null;
  return incident !== null && (incident.title.machines > 1 || answer === "yes") ? answer : null;
}

function incidentTrait(incident: IncidentRow | null) {
  const [trait] = incident?.title.traits ?? [];
  return trait === undefined ? undefined : { trait, value: incident?.title.values[0] ?? "" };
}

/** The reason of an unverified connection is more exact than the current status of the replica. */
const STATUS_BY_REASON: Readonly<Record<string, ReplicaOfMachines["status"]>> = {
  "no-such-pod": "gone",
  "not-running": "not-running",
  restarted: "restarted",
  "past-deletion": "lost",
  "node-silent": "lost",
};

function statusByReason({ connection, connectionWhy }: QuestionedMachine): ReplicaOfMachines["status"] | undefined {
  return connection === "ghost" ? STATUS_BY_REASON[connectionWhy] : undefined;
}
