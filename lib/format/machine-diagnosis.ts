import type { EntryTraffic } from "@/lib/domain/statements/entry";
import type { NextIstiodAction } from "@/lib/domain/verdict/next-action";
import { agentLogCommand, agentStatusCommand, type Command, type CommandTarget, contextFlag, isSshTarget, kubectl, probeCommands } from "./commands";
import { shortReplicaName } from "./istiod-question";
import { causeOf, type LossInput } from "./loss-words";
import { probeCauseText, probeTarget } from "./probe-error";
import { shellQuote } from "./shell-quote";
import { formatLeft, formatSpan } from "./text/duration";
import { formatNumber, oneOrMany, plural } from "./text/numbers";
import { sentence } from "./text/sentence";
import { be, have, type Tense, type TextContext, verb } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** One step of advice. `command` is read-only. */
interface AdviceStep {
  readonly text: string;
  readonly command?: string;
  readonly tone?: "warn";
  /** The anchor of a form for the step, on the same page. */
  readonly anchor?: "#drain";
}

/** A sentence of advice, and its steps. */
export interface MachineAdvice {
  readonly answer: string;
  readonly steps: readonly AdviceStep[];
}

/** The answer to "What to do?" on a page of the past, because its machines may be healthy by now. */
export const PAST_ADVICE_TEXT = "This page shows the past. The live page has the steps.";

/** Returns why a machine is in trouble, in one or two sentences. */
export function machineWhyText(statement: EntryTraffic, { tense, now, zone }: TextContext): string {
  const { state, serving, message, replica, reason, connection, disconnectedAt, since } = statement;
  if (state === "no-endpoint" || serving === "no-endpoint") return `The entry ${have(1, tense)} neither an address nor a network.`;
  switch (state) {
    case "unhealthy":
      return probeCauseText(message);
    case "unreadable":
      return `The object ${be(1, tense)} not a valid WorkloadEntry.`;
    case "disconnected":
      if (connection === "never") return `It registered, but ${tense.past ? "had never" : "never"} connected.`;
      return `The machine disconnected${disconnectedAt === null ? "" : ` at ${formatMoment(disconnectedAt, now, zone)}`} and did not return.`;
    case "awaiting":
      return `No report ${tense.past ? "had" : "has"} arrived${since === null ? "" : ` for ${formatSpan(now - since)}`}.`;
    default:
      return unverifiedWhyText({ replica, reason }, tense);
  }
}

const REPLICA_LOSSES: Readonly<Record<string, readonly [present: string, past: string]>> = {
  "no-such-pod": ["is gone", "was gone"],
  "not-running": ["does not run", "did not run"],
  restarted: ["restarted after the connection began", "had restarted after the connection began"],
  "past-deletion": ["is past its deletion", "was past its deletion"],
  "node-silent": ["is on a Node that does not report", "was on a Node that did not report"],
};

function unverifiedWhyText({ replica, reason }: Pick<EntryTraffic, "replica" | "reason">, tense: Tense): string {
  const [present, past] = REPLICA_LOSSES[reason] ?? ["", ""];
  if (present !== "") return `Replica ${shortReplicaName(replica)} ${tense.past ? past : present}. The machine ${tense.past ? "had" : "has"} not reconnected.`;
  if (reason === "too-old") return `Its connection ${be(1, tense)} older than istiod allows: it ${be(1, tense)} not real.`;
  if (reason === "in-the-future") return "Its connection begins in the future: the clock of a replica is ahead.";
  return `No istiod replica ${verb(1, "hold", tense, "held")} its connection.`;
}

/** The other machines of an incident: `inGroup` of the same group, `inOthers` of others. `condition`: "failed", "lost" or "unverified". */
interface MoreMachines {
  readonly group: string;
  readonly condition: "failed" | "lost" | "unverified";
  readonly inGroup: number;
  readonly inOthers: number;
  /** True if all have the same probe error. */
  readonly sameError: boolean;
}

/** Returns how many other machines have the same trouble: "5 more checkout machines fail with this error." "" = none. */
export function moreMachinesText({ group, condition, inGroup, inOthers, sameError }: MoreMachines, { tense }: Pick<TextContext, "tense">): string {
  const count = inGroup > 0 ? inGroup : inOthers;
  if (count === 0) return "";
  const machines = oneOrMany(count, "machine");
  const subject = inGroup > 0 ? `${formatNumber(inGroup)} more ${group} ${machines}` : `${formatNumber(inOthers)} more ${machines}`;
  const did = condition === "failed" ? `${verb(count, "fail", tense)}${sameError ? " with this error" : ""}` : `${be(count, tense)} ${condition}`;
  const others = inGroup > 0 && inOthers > 0 ? `, and ${formatNumber(inOthers)} of other groups` : "";
  return `${subject} ${did}${others}.`;
}

/**
 * Returns a sentence about the last report of an unverified machine: "The last report is from 17:24:56: healthy. Stolos cannot confirm it." `status`:
 * of the condition Healthy.
 */
export function lastReportText(status: string, at: number, { tense, now, zone }: TextContext): string {
  const word = status === "True" ? "healthy" : status === "False" ? "failed" : status;
  return `The last report ${be(1, tense)} from ${formatMoment(at, now, zone)}: ${word}. Stolos ${tense.past ? "could not" : "cannot"} confirm it.`;
}

/** The input for the steps of a machine. `mayDrain`: the page can drain it. `isAmbient`: the mesh has callers in ambient mode. */
interface MachineAdviceInput {
  readonly statement: Pick<EntryTraffic, "state" | "serving" | "connection" | "message" | "services">;
  readonly target: Extract<CommandTarget, { kind: "entry" }>;
  readonly mayDrain: boolean;
  readonly isAmbient: boolean;
}

/** Returns the advice for a machine in trouble. Its commands are read-only. */
export function machineAdvice(input: MachineAdviceInput): MachineAdvice {
  const { state, serving } = input.statement;
  if (state === "no-endpoint" || serving === "no-endpoint")
    return { answer: "Give the entry an address, or a network with a gateway.", steps: [readEntry(input), analyzeNamespace(input)] };
  switch (state) {
    case "unhealthy":
      return failedAdvice(input);
    case "unreadable":
      return { answer: "Repair the field that the message names.", steps: [readEntry(input), analyzeNamespace(input)] };
    case "awaiting":
      return startingAdvice(input);
    default:
      return unverifiedAdvice(input);
  }
}

function failedAdvice(input: MachineAdviceInput): MachineAdvice {
  const { target, statement } = input;
  const isEnvoy = /envoy|server is not live/.test(statement.message);
  const probes = isEnvoy ? [] : probeCommands(target.address, statement.message);
  const first = isEnvoy ? envoyStep(target.address) : probes.map((command) => step(probeStepText(command, statement.message), command));
  const log = probes.length > 1 ? [] : onMachine(target.address, "Read the agent's log.", agentLogCommand);
  const steps = [...first, ...log];
  return {
    answer: isEnvoy ? "Check Envoy on this machine." : "Check the app on this machine.",
    steps: [...(steps.length === 0 ? [readEntry(input)] : steps), { text: resumeText(statement) }, ...ambientWarning(input)],
  };
}

function probeStepText({ what }: Command, message: string): string {
  return what.startsWith("The process")
    ? `See which process listens on port ${/^:(\d+)/.exec(probeTarget(message))?.[1] ?? ""}.`
    : "Run the probe on the machine.";
}

function resumeText({ connection }: Pick<EntryTraffic, "connection">): string {
  return connection === "connected" || connection === "overdue" || connection === "unmanaged"
    ? "Traffic resumes on the next good report."
    : "Traffic resumes when it reconnects and reports success.";
}

/** ztunnel treats an unhealthy entry as healthy (docs/istio.md#ambient). */
function ambientWarning({ isAmbient }: MachineAdviceInput): readonly AdviceStep[] {
  return isAmbient ? [{ text: "Ambient callers may still send traffic here.", tone: "warn" }] : [];
}

function startingAdvice(input: MachineAdviceInput): MachineAdvice {
  const { address } = input.target;
  const probe = { what: "The probe in its mesh.yaml", command: `ssh ${address} sudo grep -A 12 readinessProbe /etc/istio/config/mesh` };
  return {
    answer: "Check that the machine's own mesh.yaml has a readinessProbe.",
    steps: [
      ...onMachine(address, "Read the probe on the machine.", () => probe),
      ...onMachine(address, "Read the agent's log.", agentLogCommand),
      ...(isSshTarget(address) ? [] : [readEntry(input)]),
      { text: "The group's probe reaches new bundles only." },
      { text: "Traffic begins after the first good report." },
      ...ambientWarning(input),
    ],
  };
}

function unverifiedAdvice(input: MachineAdviceInput): MachineAdvice {
  const { serving, services } = input.statement;
  const isSent = (serving === "yes-checked" || serving === "yes-unchecked") && services?.length !== 0;
  return {
    answer: "Check that the machine is up.",
    steps: [
      ...onMachine(input.target.address, "See whether the agent runs.", agentStatusCommand),
      readEntry(input, "See which replica the entry names."),
      ...(input.mayDrain && isSent ? [{ text: "If it is down, drain it: its traffic stops at once.", anchor: "#drain" } as const] : []),
    ],
  };
}

/** The next action of istiod. `countTo`: the end of the countdown in milliseconds; null = no countdown. */
export interface RemovalText {
  readonly text: string;
  readonly countTo: number | null;
  /** The text after the countdown. */
  readonly rest: string;
}

/** Returns when istiod removes an unverified entry, or its health report, with a countdown if it removes the machine. */
export function removalText(next: NextIstiodAction, connection: EntryTraffic["connection"], { tense, now, zone }: TextContext): RemovalText {
  const plain = (text: string) => ({ text, countTo: null, rest: "" });
  const { kind, at, latestAt, assumed } = next;
  if (kind === "nothing" || kind === "never-cleaned")
    return plain(
      tense.past
        ? "istiod did not remove it by itself."
        : connection === "never"
          ? "istiod never removes an entry that never connected."
          : "istiod never removes it by itself.",
    );
  if (kind !== "delete" && kind !== "sweep" && kind !== "drop-condition") return plain("Cannot tell when istiod removes it.");
  const what = kind === "drop-condition" ? "its health report" : "this entry";
  const removes = tense.past ? "was to remove" : "removes";
  const stops = ", unless the machine reconnects";
  const caveat = assumed ? " (assumed)" : "";
  if (at === null || (now >= at && (latestAt === null || now >= latestAt))) return plain(`istiod ${removes} ${what} with its next sweep${stops}.`);
  const due = now < at ? at : (latestAt ?? at);
  const text = `istiod ${removes} ${what} ${now < at ? "at" : "by"} ${formatMoment(due, now, zone)}${caveat}`;
  return tense.past ? plain(`${text}${stops}.`) : { text: `${text}, in`, countTo: due, rest: `${stops}.` };
}

/** Returns the next routine action of istiod in a few words: "routine reconnect in 11 min". */
export function routineActionText(next: NextIstiodAction, connection: EntryTraffic["connection"], { tense, now }: Pick<TextContext, "tense" | "now">): string {
  const { kind, at, latestAt, assumed } = next;
  const caveat = assumed ? " (assumed)" : "";
  if (kind === "unknown") return "next reconnect: cannot tell";
  if (kind !== "renew")
    return connection === "unmanaged" ? "written by hand: istiod keeps no connection for it" : "no routine reconnect: connections have no maximum age";
  if (at !== null && now < at) return `routine reconnect in ${formatLeft(at - now)}${caveat}`;
  return latestAt !== null && now < latestAt && !tense.past ? "routine reconnect now" : "routine reconnect was due";
}

/** The input for the steps of a lost machine. */
interface LostMachineAdviceInput {
  readonly loss: Pick<LossInput, "cause"> | null;
  readonly target: Extract<CommandTarget, { kind: "entry" }>;
  /** "NAMESPACE/NAME", or "". */
  readonly group: string;
  /** True if an entry with this name or address exists again. */
  readonly isBack: boolean;
}

/** Returns the advice for a machine whose entry is gone. */
export function lostMachineAdvice({ loss, target, group, isBack }: LostMachineAdviceInput): MachineAdvice {
  if (isBack) return { answer: "Nothing: the machine is back.", steps: [] };
  const cause = loss === null ? null : causeOf(loss.cause);
  const watch = { text: "Watch whether it returns.", command: `${kubectl(target, target.namespace)} get workloadentries --watch` };
  const register = { text: "istiod creates a new entry when the machine connects again." };
  if (cause === "group-deleted")
    return {
      answer: group === "" ? "Create its group again." : `Create group ${group} again.`,
      steps: [
        { text: "See which groups exist.", command: `${kubectl(target, target.namespace)} get workloadgroups` },
        { text: "Without the group, istiod refuses the machine when it reconnects." },
      ],
    };
  if (cause === "deleted" || cause === "removed" || cause === "drained")
    return {
      answer: "Find out who deleted the entry, and why.",
      steps: [
        { text: "Kubernetes stores no name. Read the audit log of the API server." },
        ...onMachine(target.address, "See whether the agent still runs.", agentStatusCommand),
        register,
      ],
    };
  return {
    answer: "Check that the machine is up and reaches istiod.",
    steps: [
      ...onMachine(target.address, "See whether the agent runs.", agentStatusCommand),
      ...onMachine(target.address, "Read the agent's log.", agentLogCommand),
      watch,
      register,
    ],
  };
}

/** The cause of the end, after the state in the headline of a lost machine. */
const ENDS: Readonly<Record<NonNullable<ReturnType<typeof causeOf>>, string>> = {
  left: "disconnected, not back in time",
  swept: "istiod's sweep removed its entry",
  "found-missing": "gone while Stolos did not observe it",
  removed: "a user or a program deleted its entry",
  unknown: "cause not known",
  deleted: "a user or a program deleted its entry",
  "group-deleted": "its group was deleted",
  drained: "deleted while it was draining",
  planned: "planned by its group",
};

/** Returns the headline of an entry that is gone, at the time of the page. `loss` null = its end is not recorded. `goneAt`: when the page saw it disappear. */
export function goneEntryHeadline(
  loss: (Pick<LossInput, "cause" | "endedAt" | "notBefore"> & { readonly planned: boolean }) | null,
  goneAt: number | null,
  lastWord: string,
  { tense, now, zone }: TextContext,
): { readonly lead: string; readonly reason: string; readonly rest: string } {
  const rest = `It was ${lastWord} when last seen.`;
  const lead = (word: string, age: string) => (tense.past ? `${age === "" ? "Was" : "Had been"} ${word.toLowerCase()}${age} ${tense.at}` : `${word}${age}`);
  if (loss === null) return { lead: lead("Gone", goneAt === null ? "" : ` for ${formatSpan(now - goneAt)}`), reason: ".", rest };
  const cause = causeOf(loss.cause);
  const isSeen = cause === "left" && loss.notBefore === null;
  const age = ` for ${loss.notBefore === null ? "" : "at least "}${formatSpan(now - loss.endedAt)}`;
  return {
    lead: lead(loss.planned ? "Gone" : "Lost", age),
    reason: cause === null ? "." : `: ${ENDS[cause]}.`,
    rest: isSeen ? `istiod ${tense.past ? "had deleted" : "deleted"} its entry at ${formatMoment(loss.endedAt, now, zone)}.` : rest,
  };
}

/** Names the first service that lost an endpoint, and counts the others: "checkout.shop and one more service lost this endpoint." "" = none selected it. */
export function lostByServicesText(hosts: readonly string[], more: number): string {
  const [first] = hosts;
  if (first === undefined) return "";
  const others = hosts.length - 1 + more;
  return sentence(others === 0 ? `${first} lost this endpoint` : `${first} and ${plural(others, "more service")} lost this endpoint`);
}

function readEntry({ target }: Pick<MachineAdviceInput, "target">, text = "Read the stored entry."): AdviceStep {
  return { text, command: `${kubectl(target, target.namespace)} get ${shellQuote(`workloadentry/${target.name}`)} -o yaml` };
}

function analyzeNamespace({ target }: Pick<MachineAdviceInput, "target">): AdviceStep {
  return { text: "Let Istio check the namespace.", command: `istioctl analyze${contextFlag(target)} -n ${shellQuote(target.namespace)}` };
}

function envoyStep(address: string): readonly AdviceStep[] {
  return onMachine(address, "See whether Envoy is ready.", () => ({
    ...{ what: "Is its Envoy ready?", command: `ssh ${address} curl -sS -i http://localhost:15021/healthz/ready` },
  }));
}

function onMachine(address: string, text: string, command: (address: string) => Command): readonly AdviceStep[] {
  return isSshTarget(address) ? [step(text, command(address))] : [];
}

function step(text: string, { command }: Command): AdviceStep {
  return { text, command };
}
