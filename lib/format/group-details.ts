import type { ExpectedSizeKind } from "@/lib/domain/group/expected-size";
import type { Probe } from "@/lib/domain/group/workload-group";
import { formatDateTime, type Zone } from "./clock";
import { policyKind } from "./policy-kinds";
import { formatSpan } from "./text/duration";
import { joinParts } from "./text/lists";
import { formatNumber, oneOrMany, plural } from "./text/numbers";

/** The summary line of a collapsed section. Its first part has a colour: "6 of 16" in red, then "in eu-central-1a are in trouble". */
export interface SummaryLine {
  readonly lead: string;
  readonly tone: "bad" | "warn" | "blind" | "plain";
  readonly rest: string;
}

const plain = (rest: string): SummaryLine => ({ lead: "", tone: "plain", rest });

/** The number of machines with one value, and of those in trouble. */
interface Share {
  readonly value: string;
  readonly count: number;
  readonly trouble: number;
}

/** The machines of a group by zone, replica and network, most first. */
interface Places {
  readonly zones: readonly Share[];
  readonly replicas: readonly Share[];
  readonly networks: readonly Share[];
}

/** Returns the summary of "Where": the zone with the most trouble, and the number of zones, replicas and networks. */
export function whereLine({ zones, replicas, networks }: Places): SummaryLine {
  const worst = [...zones].sort((a, b) => b.trouble - a.trouble)[0];
  if (worst === undefined) return plain("No machine is registered.");
  const numbers = [plural(zones.length, "zone"), plural(replicas.length, "replica"), plural(networks.length, "network")].join(", ");
  if (worst.trouble === 0) return plain(numbers);
  const verb = oneOrMany(worst.trouble, "is", "are");
  return {
    lead: `${formatNumber(worst.trouble)} of ${formatNumber(worst.count)}`,
    tone: "bad",
    rest: `in ${worst.value === "" ? "no zone" : worst.value} ${verb} in trouble · ${numbers}`,
  };
}

/** Losses in a window, and the traits of lost machines. Milliseconds. */
interface LossesOfWindow {
  readonly from: number;
  readonly to: number;
  readonly total: number;
  readonly planned: number;
  readonly back: number;
  readonly traits: readonly { readonly trait: string; readonly value: string; readonly lost: number }[];
}

/** Returns the title of the losses in a window: "Lost in 24 h". Null = not loaded yet. */
export function lostTitle(losses: Pick<LossesOfWindow, "from" | "to"> | null): string {
  return losses === null ? "Lost in 24 h" : `Lost in ${formatSpan(losses.to - losses.from)}`;
}

/** Returns the summary of lost machines: "5 lost, 5 are back · all in eu-central-1c". `behind`: lost machines that the history does not have yet. */
export function lostLine({ total, planned, back, traits }: LossesOfWindow, behind: number): SummaryLine {
  const left = planned > 0 ? `${formatNumber(planned)} left as planned` : "";
  const lost = total + behind;
  if (lost === 0) return plain(joinParts(["none", left], " · "));
  const shared = total > 1 ? traits.find(({ value, lost: having }) => value !== "" && having === total) : undefined;
  const found = back === 0 ? "" : `${formatNumber(back)} ${oneOrMany(back, "is", "are")} back`;
  const isOpen = lost > back;
  return {
    lead: `${formatNumber(lost)} lost${found === "" ? "" : ","}`,
    tone: isOpen ? "bad" : "plain",
    rest: joinParts([found, shared === undefined ? "" : sharedPhrase(shared), left], " · "),
  };
}

function sharedPhrase({ trait, value }: LossesOfWindow["traits"][number]): string {
  return trait === "zone" ? `all in ${value}` : `all with ${trait} ${value}`;
}

/** Returns the summary of planned leaves; null = the annotation is invalid, or entries are not visible. `here`: false if the machine has left. */
export function plannedLine(planned: readonly { readonly here: boolean | null }[] | null): SummaryLine {
  if (planned === null) return { lead: "not readable", tone: "warn", rest: "" };
  const gone = planned.filter(({ here }) => here === false).length;
  return plain(`${formatNumber(planned.length)} marked, ${formatNumber(gone)} left`);
}

/** The source of a group's expected size in texts. */
const SIZE_SOURCES = {
  declared: "declared on the group",
  range: "a declared range: the total is its lowest number, or the registered machines",
  learned: "learned: the largest size held for 30 min in 7 d",
  elastic: "learned: the size goes up and down by itself",
  unreadable: "neither a number nor a range",
  unknown: "neither declared nor learned",
} as const satisfies Record<ExpectedSizeKind, string>;

/** Returns the summary of "Size": "48, learned: the largest size held for 30 min in 7 d". */
export function sizeLine({ expected, expectedFrom, expectedMost }: SizeOfGroup): string {
  const size =
    expected === null ? "" : `${formatNumber(expected)}${expectedMost === undefined || expectedMost === null ? "" : `–${formatNumber(expectedMost)}`}`;
  return joinParts([size === "" ? "not known" : size, SIZE_SOURCES[expectedFrom]], ", ");
}

interface SizeOfGroup {
  readonly expected: number | null;
  readonly expectedFrom: ExpectedSizeKind;
  readonly expectedMost?: number | null | undefined;
}

interface TemplateNumbers {
  readonly labels: number;
  readonly annotations: number;
  readonly ports: number;
  readonly weight: number | null;
}

/** Returns the summary of "Template": "4 labels, 1 annotation, 2 ports, weight 1 · changes apply to new entries only". */
export function templateLine({ labels, annotations, ports, weight }: TemplateNumbers): string {
  const parts = [
    plural(labels, "label"),
    annotations === 0 ? "" : plural(annotations, "annotation"),
    plural(ports, "port"),
    weight === null ? "" : `weight ${formatNumber(weight)}`,
  ];
  return `${joinParts(parts, ", ")} · changes apply to new entries only`;
}

interface PoliciesOfGroup {
  readonly lines: readonly { readonly resource: string; readonly deed: { readonly what: string; readonly mode?: string; readonly decides?: boolean } }[];
}

/**
 * Returns the summary of "Policies": "mTLS STRICT · 1 AuthorizationPolicy · 1 DestinationRule". `unseen`: plurals of kinds that are not completely
 * visible.
 */
export function policiesLine({ lines }: PoliciesOfGroup, unseen: readonly string[]): string {
  const mode = lines.find(({ deed }) => deed.what === "takes" && deed.decides === true && deed.mode !== "")?.deed.mode;
  const kinds = [...new Set(lines.map(({ resource }) => resource))].filter((resource) => mode === undefined || resource !== "peerauthentications");
  const counts = kinds.map((resource) => {
    const count = lines.filter((line) => line.resource === resource).length;
    return `${formatNumber(count)} ${policyKind(resource)}`;
  });
  const hidden = unseen.length === 0 ? "" : "some are not visible";
  return joinParts([mode === undefined ? "" : `mTLS ${mode}`, ...counts, hidden], " · ") || "No policy applies.";
}

/** Returns the summary of "Same labels, no group". */
export function sameLabelsLine(entries: number): string {
  if (entries === 0) return "No other entry has its labels.";
  return `${plural(entries, "entry", "entries")} ${oneOrMany(entries, "matches", "match")} the labels and ${oneOrMany(entries, "belongs", "belong")} to no group`;
}

/** Returns the summary of "YAML": "managed by Argo CD · created 28 Apr · generation 41". */
export function yamlLine({ managedBy, createdAt, generation }: ObjectFacts, zone: Zone): string {
  return joinParts(
    [
      managedBy === "" ? "" : `managed by ${managedBy}`,
      createdAt === null ? "" : `created ${formatDateTime(createdAt, zone)}`,
      generation === null ? "" : `generation ${formatNumber(generation)}`,
    ],
    " · ",
  );
}

interface ObjectFacts {
  readonly managedBy: string;
  /** Milliseconds; null = unknown. */
  readonly createdAt: number | null;
  readonly generation: number | null;
}

/** Returns the target of a probe: "http://localhost:8080/healthz", "tcp :22", or "exec" with the command. */
export function probeTarget(probe: Pick<Probe, "method" | "command" | "port" | "host" | "scheme" | "path">): string {
  if (probe.method === "exec") return `exec ${probe.command.join(" ")}`;
  const address = `${probe.host}${probe.port === null ? "" : `:${probe.port}`}`;
  if (probe.method !== "httpGet") return `${probe.method === "tcpSocket" ? "tcp" : probe.method} ${address}`;
  return `${probe.scheme.toLowerCase() || "http"}://${probe.host || "localhost"}${probe.port === null ? "" : `:${probe.port}`}${probe.path}`;
}

type ProbeTimes = Pick<Probe, "periodSeconds" | "timeoutSeconds" | "initialDelaySeconds" | "failureThreshold" | "successThreshold">;

/** The settings of a probe: its interval, timeouts and thresholds. */
type ProbeTimeName = "every" | "timeout" | "initial-delay" | "fails-after" | "recovers-after" | "defaults";

/** Returns the settings of a probe that the group sets. The agent on the machine has defaults for the others. */
export function probeTimes(probe: ProbeTimes): readonly (readonly [name: ProbeTimeName, text: string])[] {
  const all = [
    ["every", "every", probe.periodSeconds, " s"],
    ["timeout", "timeout", probe.timeoutSeconds, " s"],
    ["initial-delay", "first after", probe.initialDelaySeconds, " s"],
    ["fails-after", "fails after", probe.failureThreshold, ""],
    ["recovers-after", "recovers after", probe.successThreshold, ""],
  ] as const;
  const set = all.flatMap(([name, word, value, unit]) => (value === null || value === 0 ? [] : [[name, `${word} ${formatNumber(value)}${unit}`] as const]));
  if (set.length === all.length) return set;
  return [...set, ["defaults", set.length === 0 ? "times are the agent's defaults" : "others by default"]];
}
