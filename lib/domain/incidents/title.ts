import type { Statement } from "@/lib/domain/statements/statement";
import { currentBadCondition, type Incident, type IncidentCause, type IncidentMember, type IncidentState } from "./incident";
import { INCIDENT_LIMITS } from "./limits";
import type { TraitName } from "./observation";
import { groupPath } from "./traits";

/** The title of an incident: its subject, its counts and its cause. Milliseconds. */
export interface IncidentTitle extends Statement {
  readonly kind: "incident-title";
  readonly state: IncidentState;
  readonly cause: IncidentCause["kind"];
  readonly cluster: string;
  /** The traits that separate its machines, each with its value. Two = one of them is the cause, and data cannot tell which. */
  readonly traits: readonly TraitName[];
  readonly values: readonly string[];
  /** Two of its groups as "NAMESPACE/NAME", the largest first, and the number of further ones. */
  readonly groups: readonly string[];
  readonly moreGroups: number;
  /** The number of machines of its only group; null = it has several. */
  readonly groupSize: number | null;
  /** Its only machine as "NAMESPACE/NAME"; null = it has several, or none. */
  readonly machine: string | null;
  readonly machines: number;
  readonly failed: number;
  readonly lost: number;
  readonly unverified: number;
  readonly peak: number;
  /** The probe error of nearly all of its machines that are not unverified, or "". */
  readonly message: string;
  /** The host names of two services that lost their last endpoint, and the number of further ones. */
  readonly services: readonly string[];
  readonly moreServices: number;
  /** The first failure. `notBefore`: it was not observed, so it is between both moments. */
  readonly since: number;
  readonly notBefore: number | null;
  readonly endedAt: number | null;
  readonly unknownSince: number | null;
  /** The reason of the maintenance window that contains it; null = none, "" = not visible to the viewer. */
  readonly planned: string | null;
}

/** The number of groups and services that a title names. */
const NAMED = 2;

/** Returns the title of an incident, or of its visible part. */
export function incidentTitle({ members, services, cause, began, peak, ...incident }: Incident): IncidentTitle {
  const groups = groupsOf(members);
  const hosts = services.filter(({ backAt }) => backAt === null || incident.state === "over").map(({ service }) => service.host);
  const [only] = members;
  const count = (condition: ReturnType<typeof currentBadCondition>) => members.filter((member) => currentBadCondition(member) === condition).length;
  return {
    kind: "incident-title",
    state: incident.state,
    cause: cause.kind,
    cluster: incident.clusters[0] ?? "",
    traits: cause.traits.map(({ trait }) => trait),
    values: cause.traits.map(({ value }) => value),
    groups: groups.slice(0, NAMED),
    moreGroups: Math.max(0, groups.length - NAMED),
    groupSize: groups.length === 1 ? (cause.group?.size ?? null) : null,
    machine: members.length === 1 && only !== undefined ? `${only.machine.namespace}/${only.machine.name}` : null,
    machines: members.length,
    failed: count("failed"),
    lost: count("lost"),
    unverified: count("unverified"),
    peak: peak.bad,
    message: sharedMessage(members),
    services: hosts.slice(0, NAMED),
    moreServices: Math.max(0, hosts.length - NAMED),
    since: began.at,
    notBefore: began.notBefore,
    endedAt: incident.endedAt,
    unknownSince: incident.unknownSince,
    planned: incident.planned?.reason ?? null,
  };
}

function groupsOf(members: readonly IncidentMember[]): readonly string[] {
  const counts = countBy(members.map(({ machine }) => groupPath(machine)));
  return counts.map(([path]) => path);
}

/** Unverified machines are not counted: istiod receives no reports of them. */
function sharedMessage(members: readonly IncidentMember[]): string {
  const reported = members.filter((member) => currentBadCondition(member) !== "unverified");
  const [most] = countBy(reported.map(({ message }) => message));
  return most !== undefined && most[1] >= reported.length * INCIDENT_LIMITS.commonShare ? most[0] : "";
}

/** The texts that are not empty, each with its number, the most frequent first. */
function countBy(texts: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
