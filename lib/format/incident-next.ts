import type { LostService } from "@/lib/domain/incidents/incident";
import { INCIDENT_LIMITS } from "@/lib/domain/incidents/limits";
import type { ObjectChange } from "@/lib/domain/incidents/observation";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import { agentLogCommand, type Command, contextFlag, isSshTarget, kubectl, probeCommands } from "./commands";
import { shellQuote } from "./shell-quote";
import { formatSpan } from "./text/duration";

/** A machine that has an entry now; `address` "" = not known. */
interface ComparedMachine {
  readonly namespace: string;
  readonly name: string;
  readonly address: string;
}

type Change = Omit<ObjectChange, "cluster" | "groups">;

/** What the advice depends on: the title of an incident, or the same facts of a group. */
export type AdvisedTrouble = Pick<
  IncidentTitle,
  "planned" | "state" | "cause" | "traits" | "values" | "groups" | "moreGroups" | "message" | "machines" | "failed" | "unverified"
>;

/** The facts about trouble that is not over. `context`: of the kubeconfig; "" = there is only one. */
export interface NextStepsInput {
  readonly context: string;
  readonly title: AdvisedTrouble;
  readonly mayRollBack: boolean;
  readonly changes: readonly Change[];
  readonly lastChange: Change | null;
  readonly services: readonly LostService[];
  /** "" = not known. */
  readonly istiodNamespace: string;
  readonly compare: { readonly bad: ComparedMachine | null; readonly healthy: ComparedMachine | null } | null;
}

/** One sentence of advice, and the commands for it. They only read. `rollback`: the change that the advice reverts. */
export interface NextSteps {
  readonly advice: string;
  readonly rollback?: Change;
  readonly commands: readonly Command[];
}

const MOST_COMMANDS = 3;
/** The kinds whose earlier version can be applied again. */
const ROLLED_BACK: readonly string[] = [
  ...["WorkloadGroup", "Service", "ServiceEntry", "DestinationRule", "VirtualService", "Sidecar", "PeerAuthentication", "AuthorizationPolicy"],
];

/** Returns what to do next about an incident that is not over. */
export function nextSteps(input: NextStepsInput): NextSteps {
  const steps = stepsOf(input);
  return { ...steps, commands: steps.commands.slice(0, MOST_COMMANDS) };
}

function stepsOf(input: NextStepsInput): NextSteps {
  const { title, mayRollBack, changes, lastChange } = input;
  if (title.planned !== null) return { advice: "This is planned. There is nothing to do until the window ends.", commands: [] };
  if (title.state === "recovering")
    return { advice: `Wait: it is over when all machines serve for ${formatSpan(INCIDENT_LIMITS.servingMs)}.`, commands: [watchEntries(input)] };
  const istiod = istiodSteps(input);
  if (istiod !== null) return istiod;
  const nearest = changes[0] ?? lastChange;
  const rollback = mayRollBack && nearest !== null && canRollBack(nearest) ? rollbackSteps(input, nearest) : null;
  return deletedSteps(input) ?? rollback ?? serviceSteps(input) ?? traitSteps(input) ?? machineSteps(input);
}

/** The cause is istiod: its replicas are gone, its clock is wrong, or only a replica or revision separates the machines. */
function istiodSteps(input: NextStepsInput): NextSteps | null {
  const { cause, traits, values } = input.title;
  const isTrait = cause === "trait" && traits.length > 0 && traits.every((trait) => trait === "replica" || trait === "revision");
  const [trait, name = ""] = [traits[0], values[0]];
  const subject = trait === "replica" && name !== "" ? `istiod replica ${name}` : trait === "revision" ? `istiod revision ${name}` : "the istiod replica";
  if (cause === "istiod-gone") return { advice: "Find out why no istiod replica runs.", commands: [istiodPods(input), istiodEvents(input)] };
  if (cause === "replica-gone") return { advice: `Find out why ${subject} is gone.`, commands: [istiodPods(input), istiodEvents(input)] };
  if (cause === "clock-skew")
    return { advice: "Compare the clock of istiod's Node with another clock.", commands: [istiodPods(input), ...compareCommands(input)] };
  return isTrait ? { advice: `Read the log of ${subject}.`, commands: [istiodPods(input), ...istiodLog(input, trait === "replica" ? name : "")] } : null;
}

/** The deletion of a new group would remove the entries of all its machines, also the healthy ones. */
function canRollBack({ kind, what }: Change): boolean {
  return ROLLED_BACK.includes(kind) && !(kind === "WorkloadGroup" && what === "created");
}

function rollbackSteps(input: NextStepsInput, change: Change): NextSteps {
  const { kind, namespace, name } = change;
  const object = `${kind} ${namespace}/${name}`;
  const commands = [objectYaml(input, kind, namespace, name), ...(kind.startsWith("Service") ? labelCommands(input, namespace) : machineCommands(input))];
  if (change.what === "created") return { advice: `Consider the deletion of ${object}: it is new.`, commands, rollback: change };
  if (change.what === "deleted") return { advice: `Consider the creation of ${object}: it was deleted.`, commands, rollback: change };
  return { advice: `Consider a rollback of ${object}${rollbackValue(change)}.`, commands, rollback: change };
}

/** The earlier value of the only changed field. */
function rollbackValue({ edit, version }: Change): string {
  const [only] = edit?.fields ?? [];
  if (edit === undefined || only === undefined || only.from === null || edit.fields.length + edit.more > 1) return "";
  return version === null ? `: ${only.field} was ${only.from}` : ` from ${only.to} to ${only.from}`;
}

function deletedSteps(input: NextStepsInput): NextSteps | null {
  const { cause, groups } = input.title;
  const [namespace = "", group = ""] = (groups[0] ?? "").split("/");
  if (cause === "group-deleted")
    return { advice: `Create group ${namespace}/${group} again, or accept its losses.`, commands: [listGroups(input, namespace), watchEntries(input)] };
  if (cause === "namespace-deleted")
    return {
      advice: `Create namespace ${namespace} again, or accept its losses.`,
      commands: [{ what: "The namespace", command: `kubectl${contextFlag(input)} get namespace ${shellQuote(namespace)}` }],
    };
  if (cause !== "left-healthy") return null;
  return { advice: "Find out who stopped these healthy machines.", commands: [namespaceEvents(input), watchEntries(input)] };
}

/** A service without an endpoint, although no machine is in trouble. */
function serviceSteps(input: NextStepsInput): NextSteps | null {
  const lost = input.services.find(({ backAt }) => backAt === null);
  if (input.title.machines > 0 || lost === undefined) return null;
  const { kind, name, namespace } = lost.service;
  return {
    advice: `Compare the selector of ${kind} ${namespace}/${name} with the labels of machines.`,
    commands: [objectYaml(input, kind, namespace, name), ...labelCommands(input, namespace)],
  };
}

function labelCommands(input: NextStepsInput, namespace: string): readonly Command[] {
  return [
    { what: "The labels of the machines", command: `${kubectl(input, namespace)} get workloadentries --show-labels` },
    { what: "Istio's own check of the namespace", command: `istioctl analyze${contextFlag(input)} -n ${shellQuote(namespace)}` },
  ];
}

/** The cause is a place outside of Kubernetes. */
function traitSteps(input: NextStepsInput): NextSteps | null {
  const { cause, traits, values } = input.title;
  const [trait, value = ""] = [traits[0], values[0]];
  if (cause !== "trait" || traits.length !== 1 || value === "") return null;
  const label = (what: string, resource: string, key: string) => ({
    ...{ what, command: `kubectl${contextFlag(input)} get ${resource} -l ${shellQuote(`${key}=${value}`)} -o wide` },
  });
  if (trait === "zone")
    return {
      advice: `Check zone ${value}: are its Nodes up, too?`,
      commands: [label("The Nodes of the zone", "nodes", "topology.kubernetes.io/zone"), ...machineCommands(input)],
    };
  if (trait === "network")
    return {
      advice: `Check network ${value} and its gateway.`,
      commands: [label("The gateways of the network", "pods -A", "topology.istio.io/network"), ...machineCommands(input)],
    };
  return null;
}

function machineSteps(input: NextStepsInput): NextSteps {
  const { bad, healthy } = input.compare ?? { bad: null, healthy: null };
  const commands = machineCommands(input);
  if (bad !== null && healthy !== null) return { advice: `Compare ${bad.name} with ${healthy.name}, which is healthy.`, commands };
  if (bad !== null) return { advice: `Look at ${bad.name} first: it failed first.`, commands };
  const isOne = input.title.machines === 1;
  const gone = isOne ? "The machine is gone." : "The machines are gone.";
  if (healthy !== null) return { advice: `${gone} Look at ${healthy.name}, which is healthy.`, commands };
  return { advice: `${gone} Find out whether ${isOne ? "it still runs" : "they still run"}.`, commands };
}

/** Commands about the first machine in trouble; without an entry of it, those that show whether machines return. */
function machineCommands(input: NextStepsInput): readonly Command[] {
  const { title, compare } = input;
  const [bad, healthy] = [compare?.bad ?? null, compare?.healthy ?? null];
  if (bad === null) return [watchEntries(input), ...(healthy !== null && isSshTarget(healthy.address) ? [agentLogCommand(healthy.address)] : [])];
  const onMachine = isSshTarget(bad.address) ? [...probeCommands(bad.address, title.message).slice(0, 1), agentLogCommand(bad.address)] : [];
  const status = { what: "Its connection to istiod", command: `istioctl proxy-status${contextFlag(input)} | grep -F -e ${shellQuote(bad.name)}` };
  return [...compareCommands(input), ...(title.unverified > title.failed ? [status] : []), ...onMachine];
}

function compareCommands(input: NextStepsInput): readonly Command[] {
  const { bad, healthy } = input.compare ?? { bad: null, healthy: null };
  if (bad === null) return [];
  const read = ({ namespace, name }: ComparedMachine) => `${kubectl(input, namespace)} get ${shellQuote(`workloadentry/${name}`)} -o yaml`;
  if (healthy === null) return [{ what: "The machine as stored", command: read(bad) }];
  return [{ what: "The differences from a healthy machine", command: `diff <(${read(bad)}) <(${read(healthy)})` }];
}

function objectYaml(input: NextStepsInput, kind: string, namespace: string, name: string): Command {
  return { what: `The ${kind} now`, command: `${kubectl(input, namespace)} get ${shellQuote(`${kind.toLowerCase()}/${name}`)} -o yaml` };
}

function listGroups(input: NextStepsInput, namespace: string): Command {
  return { what: "The groups of the namespace", command: `${kubectl(input, namespace)} get workloadgroups` };
}

function watchEntries(input: NextStepsInput): Command {
  const { groups, moreGroups } = input.title;
  const namespaces = new Set(groups.map((group) => group.split("/")[0] ?? ""));
  const [only = ""] = namespaces;
  const isOne = namespaces.size === 1 && moreGroups === 0 && only !== "";
  const read = isOne ? `${kubectl(input, only)} get workloadentries` : `kubectl${contextFlag(input)} get workloadentries -A`;
  return { what: "The entries, as they return", command: `${read} --watch` };
}

function namespaceEvents(input: NextStepsInput): Command {
  const [namespace = ""] = (input.title.groups[0] ?? "").split("/");
  return { what: "The events of the namespace", command: `${kubectl(input, namespace)} get events --sort-by=.lastTimestamp` };
}

function istiodPods(input: NextStepsInput): Command {
  return { what: "The istiod replicas", command: `${inIstiodNamespace(input)} get pods -l app=istiod -o wide` };
}

function istiodEvents(input: NextStepsInput): Command {
  return { what: "The events around istiod", command: `${inIstiodNamespace(input)} get events --sort-by=.lastTimestamp` };
}

function istiodLog(input: NextStepsInput, replica: string): readonly Command[] {
  if (replica === "") return [];
  return [{ what: "Its log", command: `${inIstiodNamespace(input)} logs ${shellQuote(`pod/${replica}`)} -c discovery --since=1h` }];
}

/** Without a known namespace, the one in which istiod runs by default. */
function inIstiodNamespace(input: NextStepsInput): string {
  return kubectl(input, input.istiodNamespace === "" ? "istio-system" : input.istiodNamespace);
}
