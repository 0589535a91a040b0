import { type CertificateNames, certificateNamesOf } from "@/lib/domain/bundle/credentials";
import type { IstiodSettings } from "@/lib/domain/mesh/istiod-settings";
import { type IstiodEnvironment, istiodFactsOf } from "@/lib/domain/mesh/mesh-facts";
import type { Replica } from "@/lib/domain/mesh/world";
import { isReplicaRunning } from "@/lib/domain/verdict/connection";

/** The settings of istiod on which a machine that joins rests: all are on by default (docs/istio.md#connect, #settings). */
export const JOINING_SETTINGS = [
  "autoRegistration",
  "healthChecks",
  "validatesIdentity",
  "servicesSelectEntries",
] as const satisfies readonly (keyof IstiodSettings)[];
export type JoiningSetting = (typeof JOINING_SETTINGS)[number];

/** Fine, wrong, or not to be seen from here. */
export const SETTING_STATES = ["ok", "problem", "unseen"] as const;
export type SettingState = (typeof SETTING_STATES)[number];

/** The istiods of a cluster; null = they cannot be seen. */
export interface VisibleIstiods {
  readonly pods: readonly { readonly told: IstiodEnvironment; readonly replica: Pick<Replica, "runningSince" | "deletingAt" | "nodeState" | "ready"> }[] | null;
  readonly deployments: readonly IstiodEnvironment[] | null;
}

/** One setting of one revision; `source`: where it was told, or why it is assumed. */
interface SettingForMachines {
  readonly setting: JoiningSetting;
  readonly isOn: boolean;
  readonly standing: SettingState;
  readonly source: string;
}

/** One revision of istiod as somebody needs it who brings a machine. */
export interface RevisionForMachines {
  readonly revision: string;
  /** Such as "1.31.0"; null = not known. */
  readonly version: string | null;
  /** How many of its Pods run and how many of these are ready; null = Pods cannot be seen. */
  readonly pods: { readonly running: number; readonly ready: number } | null;
  readonly standing: SettingState;
  readonly settings: readonly SettingForMachines[];
  readonly certificateNames: CertificateNames;
}

/** The revisions that Pods or Deployments of istiod name, by name; `now` in milliseconds. Empty where neither is seen. */
export function revisionsForMachines(seen: VisibleIstiods, now: number): readonly RevisionForMachines[] {
  const told = toldBy(seen);
  return revisionsNamed(seen).map((revision) => {
    const facts = istiodFactsOf(told, revision);
    const certificateNames = certificateNamesOf(facts.customHosts);
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

/** The names of istiod's certificate, of one revision; "" = the default one. */
export function namesOfRevision(seen: VisibleIstiods, revision: string): CertificateNames {
  return certificateNamesOf(istiodFactsOf(toldBy(seen), revision || "default").customHosts);
}

function toldBy({ pods, deployments }: VisibleIstiods) {
  return { pods: (pods ?? []).map(({ told }) => told), deployments: deployments ?? [] };
}

/** The revisions of the istiods that can be seen, by name. */
export function revisionsNamed({ pods, deployments }: VisibleIstiods): readonly string[] {
  return [...new Set([...(pods ?? []).map(({ told }) => told.revision), ...(deployments ?? []).map(({ revision }) => revision)])].sort();
}

function podsOf({ pods }: VisibleIstiods, revision: string, now: number): RevisionForMachines["pods"] {
  if (pods === null) return null;
  const running = pods.filter(({ told, replica }) => told.revision === revision && isReplicaRunning(replica, now));
  return { running: running.length, ready: running.filter(({ replica }) => replica.ready.status === "true").length };
}

/** What became of the attempt to read the mesh configuration of a revision. */
export type ConfigRead = "read" | "absent" | "unread";

/**
 * Is there such a revision: does an istiod have it, or a mesh configuration its name? Null = nobody here can tell. Where no istiod is seen at all
 * it may run elsewhere, so that only the mesh configuration could tell.
 */
export function revisionExists(revision: string, seen: VisibleIstiods, config: ConfigRead): boolean | null {
  const named = revisionsNamed(seen);
  if (named.includes(revision) || config === "read") return true;
  if (seen.pods === null || seen.deployments === null) return null;
  return named.length > 0 || config === "absent" ? false : null;
}

/** One version of Istio's API group. `hasGroups`: does it have WorkloadGroups? Null = its list of kinds could not be read. */
export interface VersionSeen {
  readonly version: string;
  readonly hasGroups: boolean | null;
}

/** In which versions a cluster serves WorkloadGroups, and whether a new one can be written. */
export interface ServedVersions {
  readonly standing: SettingState;
  readonly served: readonly string[];
}

/** `writes`: the versions in which groups are written, the best first: the first that the API group has is taken, so that this one has to have them. */
export function servedVersions(seen: readonly VersionSeen[], writes: readonly string[]): ServedVersions {
  const taken = writes.flatMap((version) => seen.find((one) => one.version === version) ?? [])[0];
  const served = seen.flatMap(({ version, hasGroups }) => (hasGroups === true ? [version] : []));
  if (taken === undefined || taken.hasGroups === false) return { standing: "problem", served };
  return { standing: taken.hasGroups === null ? "unseen" : "ok", served };
}

/** What the first step of a new group tells of the mesh, in the order of the page. The revision only where a preset names one. */
export const READY_FACTS = ["apiVersions", "meshConfig", "revision", "clusterId", "trustDomain", "rootCertificate", "gateway"] as const;
export type ReadyFactName = (typeof READY_FACTS)[number];

/** The faults of a value of the mesh. "forbidden": the viewer lacks the right that `missing` names. */
export const FACT_FAULTS = [
  ...(["absent", "empty", "forbidden", "unreadable", "no-gateway", "no-gateway-address", "closed-gateway", "no-api-group", "no-version"] as const),
  ...(["no-certificate", "certificate-ended", "certificate-not-yet", "differs-from-preset", "no-revision"] as const),
] as const;
export type FactFault = (typeof FACT_FAULTS)[number];
