import { type CertificateNames, certificateNamesFromCustomHosts } from "@/lib/domain/bundle/credentials";
import type { IstiodSettings } from "@/lib/domain/mesh/istiod-settings";
import { type IstiodEnvironment, istiodFactsOf } from "@/lib/domain/mesh/mesh-facts";
import type { Replica } from "@/lib/domain/mesh/world";
import { isReplicaRunning } from "@/lib/domain/verdict/connection";

/** The settings of istiod that a new machine needs. All are on by default (docs/istio.md#connect, #settings). */
export const JOINING_SETTINGS = [
  "autoRegistration",
  "healthChecks",
  "validatesIdentity",
  "servicesSelectEntries",
] as const satisfies readonly (keyof IstiodSettings)[];
export type JoiningSetting = (typeof JOINING_SETTINGS)[number];

/** The result of a check. `unseen`: the viewer or Stolos cannot see the data. */
export const MESH_CHECK_RESULTS = ["ok", "problem", "unseen"] as const;
export type MeshCheckResult = (typeof MESH_CHECK_RESULTS)[number];

/** The visible Pods and Deployments of istiod in a cluster. Null = they are not visible. */
export interface VisibleIstiods {
  readonly pods: readonly { readonly told: IstiodEnvironment; readonly replica: Pick<Replica, "runningSince" | "deletingAt" | "nodeState" | "ready"> }[] | null;
  readonly deployments: readonly IstiodEnvironment[] | null;
}

/** One setting of one revision. `source`: the object that sets it, or the reason why it is assumed. */
interface SettingForMachines {
  readonly setting: JoiningSetting;
  readonly isOn: boolean;
  readonly standing: MeshCheckResult;
  readonly source: string;
}

/** One revision of istiod, with all that a new machine needs from it. */
export interface RevisionForMachines {
  readonly revision: string;
  /** The version, such as "1.31.0". Null = not known. */
  readonly version: string | null;
  /** The number of its Pods that run, and of those that are ready. Null = Pods are not visible. */
  readonly pods: { readonly running: number; readonly ready: number } | null;
  readonly standing: MeshCheckResult;
  readonly settings: readonly SettingForMachines[];
  readonly certificateNames: CertificateNames;
}

/** Returns the revisions of the visible Pods and Deployments of istiod, sorted by name. Empty if neither are visible. `now` in milliseconds. */
export function revisionsForMachines(seen: VisibleIstiods, now: number): readonly RevisionForMachines[] {
  const told = toldBy(seen);
  return visibleRevisions(seen).map((revision) => {
    const facts = istiodFactsOf(told, revision);
    const certificateNames = certificateNamesFromCustomHosts(facts.customHosts);
    const version = facts.istioVersion.kind === "denied" ? null : facts.istioVersion.value;
    const pods = podsOf(seen, revision, now);
    const settings = JOINING_SETTINGS.map((setting): SettingForMachines => {
      const fact = facts[setting];
      const isOn = fact.kind !== "denied" && fact.value;
      const standing = fact.kind !== "known" ? "unseen" : isOn ? "ok" : "problem";
      return { setting, isOn, standing, source: fact.source };
    });
    return { revision, version, pods, standing: pods === null ? "unseen" : pods.ready > 0 ? "ok" : "problem", settings, certificateNames };
  });
}

/** Returns the names in istiod's certificate for a revision. "" = the default revision. */
export function certificateNamesOfRevision(seen: VisibleIstiods, revision: string): CertificateNames {
  return certificateNamesFromCustomHosts(istiodFactsOf(toldBy(seen), revision || "default").customHosts);
}

function toldBy({ pods, deployments }: VisibleIstiods) {
  return { pods: (pods ?? []).map(({ told }) => told), deployments: deployments ?? [] };
}

/** Returns the revisions of all visible istiods, sorted by name. */
export function visibleRevisions({ pods, deployments }: VisibleIstiods): readonly string[] {
  return [...new Set([...(pods ?? []).map(({ told }) => told.revision), ...(deployments ?? []).map(({ revision }) => revision)])].sort();
}

function podsOf({ pods }: VisibleIstiods, revision: string, now: number): RevisionForMachines["pods"] {
  if (pods === null) return null;
  const running = pods.filter(({ told, replica }) => told.revision === revision && isReplicaRunning(replica, now));
  return { running: running.length, ready: running.filter(({ replica }) => replica.ready.status === "true").length };
}

/** The result of reading the mesh configuration of a revision. */
export type MeshConfigReadResult = "read" | "absent" | "unread";

/**
 * Returns true if an istiod has this revision, or if a mesh configuration has its name. Null = not known. If no istiod is visible, it may run in
 * another place. Then only the mesh configuration decides.
 */
export function revisionExists(revision: string, seen: VisibleIstiods, config: MeshConfigReadResult): boolean | null {
  const named = visibleRevisions(seen);
  if (named.includes(revision) || config === "read") return true;
  if (seen.pods === null || seen.deployments === null) return null;
  return named.length > 0 || config === "absent" ? false : null;
}

/** One version of Istio's API group. `hasGroups`: true if it contains WorkloadGroups, null if its list of kinds cannot be read. */
export interface DiscoveredApiVersion {
  readonly version: string;
  readonly hasGroups: boolean | null;
}

/** The versions in which a cluster serves WorkloadGroups, and whether Stolos can write one. */
export interface ServedWorkloadGroupVersions {
  readonly standing: MeshCheckResult;
  readonly served: readonly string[];
}

/**
 * Returns the served versions of WorkloadGroups. `writes`: the versions that Stolos writes, the preferred one first. Stolos uses the first of them
 * that the API group has, so that this version must contain WorkloadGroups.
 */
export function servedWorkloadGroupVersions(seen: readonly DiscoveredApiVersion[], writes: readonly string[]): ServedWorkloadGroupVersions {
  const taken = writes.flatMap((version) => seen.find((one) => one.version === version) ?? [])[0];
  const served = seen.flatMap(({ version, hasGroups }) => (hasGroups === true ? [version] : []));
  if (taken === undefined || taken.hasGroups === false) return { standing: "problem", served };
  return { standing: taken.hasGroups === null ? "unseen" : "ok", served };
}

/** The facts about the mesh in the first step of a new group, in the order of the page. `revision` is only there if a preset sets one. */
export const MESH_CHECKS = ["apiVersions", "meshConfig", "revision", "clusterId", "trustDomain", "rootCertificate", "gateway"] as const;
export type MeshCheckName = (typeof MESH_CHECKS)[number];

/** The faults of a mesh value. "forbidden": the viewer does not have the permission in `missing`. */
export const MESH_CHECK_FAULTS = [
  ...(["absent", "empty", "forbidden", "unreadable", "no-gateway", "no-gateway-address", "closed-gateway", "no-api-group", "no-version"] as const),
  ...(["no-certificate", "certificate-ended", "certificate-not-yet", "differs-from-preset", "no-revision"] as const),
] as const;
export type MeshCheckFault = (typeof MESH_CHECK_FAULTS)[number];
