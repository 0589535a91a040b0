import type { GroupWorstTrouble } from "@/lib/domain/diagnosis/group-trouble";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import { agentLogCommand, isSshTarget, kubectl } from "./commands";
import type { TroubleReason } from "./group-trouble-line";
import { changesTitle, changeText } from "./incident-cause";
import { type AdvisedTrouble, type NextSteps, type NextStepsInput, nextSteps } from "./incident-next";
import { incidentTimeForm, type TextTime } from "./incident-page";
import { probeTarget } from "./probe-error";
import { shellQuote } from "./shell-quote";
import { stateExplanation } from "./state-explanations";

/** The incident of a group; `changes` are those before it. */
type IncidentFacts = Pick<NextStepsInput, "mayRollBack" | "changes" | "lastChange" | "services"> & {
  readonly title: IncidentTitle;
  readonly moreChanges: number;
};

interface GroupStepsInput {
  /** The context in the kubeconfig; "" = there is only one. */
  readonly context: string;
  readonly trouble: GroupWorstTrouble;
  readonly reasons: readonly TroubleReason[];
  /** A registered machine in this trouble, and a healthy one. */
  readonly compare: NonNullable<NextStepsInput["compare"]>;
  /** The address of a lost machine; "" = unknown. */
  readonly lostAddress: string;
  /** "" = unknown. */
  readonly istiodNamespace: string;
  /** The open incident of the group; null = none, or not loaded. */
  readonly incident: IncidentFacts | null;
  readonly time: Omit<TextTime, "form">;
}

/** One step of advice. `command`: read-only; "" = none. `isChange`: the step links to the last change. */
export interface GroupAdviceStep {
  readonly text: string;
  readonly command: string;
  readonly isChange: boolean;
}

/** The advice for a group in trouble: the answer to "What to do?", and at most three steps. */
export interface GroupAdvice {
  readonly answer: string;
  readonly steps: readonly GroupAdviceStep[];
}

const MOST_STEPS = 3;

/** Returns the advice for the worst trouble of a group. If its incident explains the trouble, this is the advice of the incident. */
export function groupAdvice(input: GroupStepsInput): GroupAdvice {
  const { answer, steps } = adviceOf(input);
  const change = changeStep(input);
  const shown = change === null ? steps.slice(0, MOST_STEPS) : [...steps.slice(0, MOST_STEPS - 1), change];
  return { answer, steps: shown };
}

function adviceOf(input: GroupStepsInput): GroupAdvice {
  const { trouble, incident } = input;
  if (incident !== null && isExplained(incident)) return incidentAdvice(input, incident);
  switch (trouble.condition) {
    case "failed":
      return failedAdvice(input);
    case "no-endpoint":
      return { answer: stateExplanation("no-endpoint", true).todo, steps: [entryStep(input)] };
    case "missing":
      return { answer: "Find out whether these machines still run.", steps: fromIncident(nextSteps(ownInput(input))).steps };
    case "lost":
      return lostAdvice(input);
    case "unverified":
      return unverifiedAdvice(input);
  }
}

/**
 * Returns true for an incident whose cause also explains the trouble of each of its groups: maintenance, recovery, istiod, a deletion or a recent
 * change.
 */
function isExplained({ title, mayRollBack }: IncidentFacts): boolean {
  return (
    title.planned !== null ||
    title.state === "recovering" ||
    mayRollBack ||
    !["trait", "machine", "time-only", "service-without-endpoint"].includes(title.cause)
  );
}

/** The advice of the incident. A rollback begins with its evidence: the change, who made it, and how long before the trouble. */
function incidentAdvice(input: GroupStepsInput, incident: IncidentFacts): GroupAdvice {
  const next = nextSteps(incidentInput(input, incident));
  const advice = fromIncident(next);
  if (next.rollback === undefined) return advice;
  const { since } = incident.title;
  const { now, zone } = input.time;
  const { object, rest } = changeText(next.rollback, since, { now, zone, form: incidentTimeForm(since, now, zone) });
  return { ...advice, steps: [{ text: `${object} ${rest}.`, command: "", isChange: true }, ...advice.steps] };
}

function incidentInput({ context, compare, istiodNamespace }: GroupStepsInput, incident: IncidentFacts): NextStepsInput {
  return { ...incident, context, compare, istiodNamespace };
}

/** Describes the group's own trouble, with the traits of its machines, as input for the advice of an incident. */
function ownInput(input: GroupStepsInput): NextStepsInput {
  const { context, trouble, compare, istiodNamespace, reasons } = input;
  const [trait = "", value = ""] = splitTrait(trouble.traits[0] ?? "");
  const isPlace = trouble.traits.length === 1 && (trait === "zone" || trait === "network");
  const title: AdvisedTrouble = {
    ...{ planned: null, state: "open", groups: [`${trouble.namespace}/${trouble.group}`], moreGroups: 0, machines: trouble.count },
    ...(isPlace ? { cause: "trait", traits: [trait], values: [value] } : { cause: "time-only", traits: [], values: [] }),
    message: messageOf(reasons),
    failed: trouble.condition === "failed" ? trouble.count : 0,
    unverified: trouble.condition === "unverified" ? trouble.count : 0,
  };
  return { context, title, mayRollBack: false, changes: [], lastChange: null, services: [], istiodNamespace, compare };
}

function splitTrait(text: string): readonly string[] {
  const at = text.indexOf(" ");
  return [text.slice(0, at), text.slice(at + 1)];
}

function messageOf(reasons: readonly TroubleReason[]): string {
  return reasons.find(({ state }) => state === "unhealthy")?.message ?? "";
}

function fromIncident({ advice, commands }: NextSteps): GroupAdvice {
  return { answer: advice, steps: commands.map(({ what, command }) => step(`Look at ${what.charAt(0).toLowerCase()}${what.slice(1)}.`, command)) };
}

function failedAdvice(input: GroupStepsInput): GroupAdvice {
  const { trouble, compare, reasons } = input;
  const { bad, healthy } = compare;
  const [trait = "", value = ""] = splitTrait(trouble.traits[0] ?? "");
  if (trouble.traits.length === 1 && (trait === "zone" || trait === "network") && trouble.count > 2) {
    const own = nextSteps(ownInput(input));
    return { answer: own.advice, steps: [...fromIncident(own).steps.slice(0, 1), ...probeSteps(bad, messageOf(reasons)), ...compareSteps(input)] };
  }
  const first = trouble.count === 1 ? "Check the machine." : "Check one machine.";
  const isVersion = trouble.traits.length === 1 && trait === "version" && value !== "";
  const then = healthy === null ? "" : isVersion ? ` Then compare ${value} with a healthy machine.` : " Then compare it with a healthy machine.";
  return { answer: `${first}${then}`, steps: [...probeSteps(bad, messageOf(reasons)), ...compareSteps(input)] };
}

/** Steps for a failed probe: repeat the probe, then check the process behind the port, or the agent's log. */
function probeSteps(bad: GroupStepsInput["compare"]["bad"], message: string): readonly GroupAdviceStep[] {
  if (bad === null || !isSshTarget(bad.address)) return [];
  const target = probeTarget(message);
  const port = /^:(\d+)/.exec(target)?.[1];
  const probe = step(`Run the probe on ${bad.name}.`, `ssh ${bad.address} curl -sS -i ${shellQuote(`http://localhost${target}`)}`);
  const isRefused = /connection refused/i.test(message) && port !== undefined;
  const listens = step(`See which process listens on port ${port ?? ""}.`, `ssh ${bad.address} ss -ltnp ${shellQuote(`sport = :${port ?? ""}`)}`);
  return [...(target.includes("/") ? [probe] : []), isRefused ? listens : step("Read the log of the agent.", agentLogCommand(bad.address).command)];
}

function compareSteps(input: GroupStepsInput): readonly GroupAdviceStep[] {
  const { bad, healthy } = input.compare;
  if (bad === null) return [];
  const read = (machine: NonNullable<typeof bad>) => `${kubectl(input, machine.namespace)} get ${shellQuote(`workloadentry/${machine.name}`)} -o yaml`;
  if (healthy === null) return [entryStep(input)];
  return [step(`Compare its entry with ${healthy.name}, which is healthy.`, `diff <(${read(bad)}) <(${read(healthy)})`)];
}

function entryStep(input: GroupStepsInput): GroupAdviceStep {
  const { bad } = input.compare;
  if (bad === null) return step("Read the entries of the group.", `${kubectl(input, input.trouble.namespace)} get workloadentries`);
  return step(`Read the entry of ${bad.name}.`, `${kubectl(input, bad.namespace)} get ${shellQuote(`workloadentry/${bad.name}`)} -o yaml`);
}

/** A lost machine has no entry, but it may still run. */
function lostAdvice(input: GroupStepsInput): GroupAdvice {
  const { answer, steps } = fromIncident(nextSteps(ownInput(input)));
  if (!isSshTarget(input.lostAddress)) return { answer, steps };
  const runs = step("See whether a lost machine and its agent run.", `ssh ${input.lostAddress} systemctl status istio --no-pager`);
  const isPlace = steps[0]?.command.includes("-l topology.") === true;
  return { answer, steps: isPlace ? [...steps.slice(0, 1), runs, ...steps.slice(1)] : [runs, ...steps] };
}

function unverifiedAdvice(input: GroupStepsInput): GroupAdvice {
  const { reasons, compare } = input;
  const main = reasons.find(({ state }) => state === "unverified" || state === "disconnected" || state === "unreadable");
  if (main?.state === "unreadable") return { answer: "Open the YAML of the entries and repair the named field.", steps: [entryStep(input)] };
  const onMachine =
    compare.bad !== null && isSshTarget(compare.bad.address) ? [step("Read the log of its agent.", agentLogCommand(compare.bad.address).command)] : [];
  const status = step(
    "See which machines istiod is connected to.",
    `istioctl proxy-status${input.context === "" ? "" : ` --context ${shellQuote(input.context)}`}`,
  );
  if (main?.state === "disconnected")
    return { answer: "Check that the machines run and that their agents reach istiod.", steps: [...onMachine, status, entryStep(input)] };
  const pods = step("See which istiod replicas run.", `${kubectl(input, input.istiodNamespace || "istio-system")} get pods -l app=istiod -o wide`);
  return { answer: "Check that the machines run. istiod does not prove it.", steps: [pods, status, ...onMachine] };
}

/** The last change before the incident, if the other steps do not cover it. It is compared, not rolled back. */
function changeStep({ incident, trouble }: GroupStepsInput): GroupAdviceStep | null {
  if (incident === null || trouble.condition === "unverified" || isExplained(incident)) return null;
  const { changes, moreChanges, lastChange, title } = incident;
  if (changes.length === 0 && lastChange === null) return null;
  return { text: changesTitle({ changes, moreChanges, lastChange, since: title.since }), command: "", isChange: true };
}

function step(text: string, command: string): GroupAdviceStep {
  return { text, command, isChange: false };
}
