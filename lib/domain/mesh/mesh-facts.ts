import type { TrafficDistribution } from "@/lib/domain/selection/objects";
import { compareVersions, hasBehaviourInVersions } from "./istiod-behaviours";
import { ISTIOD_SETTINGS, type IstiodSettings, type SettingDefinition } from "./istiod-settings";
import { MESH_CONFIG_DEFAULTS, type MeshConfig, meshConfigName, type PartialMeshConfig } from "./mesh-config";
import type { Fact } from "./world";

/** The environment of one istiod, from a Pod or a Deployment. */
export interface IstiodEnvironment {
  /** The revision of the istiod. "default" if it has no name. */
  readonly revision: string;
  /** The version of its image, such as "1.31.0"; null = not known. */
  readonly version: string | null;
  /** The texts of its settings, by variable or flag. Null = the value comes from another object, so that its text is not known here. */
  readonly settings: Readonly<Record<string, string | null>>;
}

/** A key of the ConfigMap of a mesh configuration. */
export type MeshConfigMapKey = "mesh" | "meshNetworks";

/** A key of the mesh configuration whose current values are not used. */
export interface RejectedMeshConfigMapKey {
  readonly key: MeshConfigMapKey;
  /** `istiod`: istiod rejects the text. `Stolos`: the text exceeds a limit of Stolos, but istiod may accept it. */
  readonly by: "istiod" | "Stolos";
  readonly why: string;
  /** The last accepted values that Stolos observed. istiod uses them until it restarts, then its defaults (measured). Null = Stolos observed none. */
  readonly before: PartialMeshConfig | null;
}

/** The mesh configuration of one revision, as far as it is visible. */
export type MeshConfigResult =
  | { readonly kind: "read"; readonly told: PartialMeshConfig; readonly rejected?: readonly RejectedMeshConfigMapKey[] }
  | { readonly kind: "absent" }
  | { readonly kind: "denied"; readonly why: string };

/** The facts about istiod of one revision. */
export type IstiodFacts = { readonly [Key in keyof IstiodSettings]: Fact<IstiodSettings[Key]> } & {
  readonly revision: string;
  /** The version of istiod. Null = not known, in which case the fact is `assumed`. */
  readonly istioVersion: Fact<string | null>;
  /** The versions of other replicas of istiod, if they differ; "" = not known. */
  readonly otherVersions: readonly string[];
};

/** The facts about a mesh, of one revision of its control plane. */
export type MeshFacts = IstiodFacts & {
  /** The namespace of istiod. Its label `topology.istio.io/network` is the network of Pods without one, not that of `rootNamespace` (measured). */
  readonly istiodNamespace: string;
  /** The keys of the mesh configuration whose current values are not used. */
  readonly rejectedKeys: readonly RejectedMeshConfigMapKey[];
} & { readonly [Key in keyof MeshConfig]: Fact<MeshConfig[Key]> };

/** The visible parts of a control plane. `namespace`: the namespace of istiod. */
export interface ControlPlaneObjects {
  readonly namespace: string;
  readonly pods: readonly IstiodEnvironment[];
  readonly deployments: readonly IstiodEnvironment[];
  /** Returns the mesh configuration of a revision. */
  readonly configOf: (revision: string) => MeshConfigResult;
}

/** Returns the facts of each revision of an istiod and of each in `revisions`. "default" is among them if no istiod is visible. */
export function meshFactsByRevision(parts: ControlPlaneObjects, revisions: Iterable<string>): ReadonlyMap<string, MeshFacts> {
  const named = [...parts.pods, ...parts.deployments].map((one) => one.revision);
  const all = [...new Set([...named, ...revisions, ...(named.length === 0 ? ["default"] : [])])].sort();
  return new Map(all.map((revision) => [revision, factsOf(parts, revision)]));
}

function factsOf(parts: ControlPlaneObjects, revision: string): MeshFacts {
  const seen = parts.configOf(revision);
  const rejectedKeys = seen.kind === "read" ? (seen.rejected ?? []) : [];
  return { ...istiodFactsOf(parts, revision), ...configFacts(parts, revision, seen), istiodNamespace: parts.namespace, rejectedKeys };
}

/** Returns the facts about the istiod of one revision, without its mesh configuration. */
export function istiodFactsOf({ pods, deployments }: Pick<ControlPlaneObjects, "pods" | "deployments">, revision: string): IstiodFacts {
  const ofRevision = (told: readonly IstiodEnvironment[]) => told.filter((one) => one.revision === revision);
  const tellers: Tellers = { pods: ofRevision(pods), deployments: ofRevision(deployments) };
  return { revision, istioVersion: versionOf(tellers), otherVersions: versionsTold(tellers).slice(1), ...istiodFacts(tellers) };
}

interface Tellers {
  readonly pods: readonly IstiodEnvironment[];
  readonly deployments: readonly IstiodEnvironment[];
}

function versionOf(tellers: Tellers): Fact<string | null> {
  const [version, ...others] = versionsTold(tellers);
  if (version === undefined) return { kind: "assumed", value: null, source: "no image of istiod tells its version" };
  const whose = inOrder(tellers).find(({ told }) => told.some((one) => one.version !== null))?.whose ?? "";
  if (others.length === 0) return { kind: "known", value: version, source: `image of istiod's ${whose}` };
  const named = [version, ...others.filter((one) => one !== "")].join(", ");
  const unnamed = others.includes("") ? "; some images show none" : "";
  return { kind: "assumed", value: version, source: `the lowest of those that istiod's ${whose} have: ${named}${unnamed}` };
}

/**
 * Returns the versions of the Pods, otherwise those of the Deployments, the lowest first. "" is last if some objects show no version. Empty = no
 * object shows one.
 */
function versionsTold(tellers: Tellers): readonly string[] {
  const told = inOrder(tellers).find((one) => one.told.some(({ version }) => version !== null))?.told ?? [];
  const known = [...new Set(told.flatMap(({ version }) => version ?? []))].sort(compareVersions);
  return told.some(({ version }) => version === null) ? [...known, ""] : known;
}

function istiodFacts(tellers: Tellers): { readonly [Key in keyof IstiodSettings]: Fact<IstiodSettings[Key]> } {
  const fact = <T>(setting: SettingDefinition<T>) => settingFact(setting, tellers);
  const s = ISTIOD_SETTINGS;
  return {
    clusterId: fact(s.clusterId),
    domain: fact(s.domain),
    autoRegistration: fact(s.autoRegistration),
    healthChecks: fact(s.healthChecks),
    gracePeriodMs: fact(s.gracePeriodMs),
    crossClusterEntries: fact(s.crossClusterEntries),
    validatesIdentity: fact(s.validatesIdentity),
    serviceEntriesSelectPods: fact(s.serviceEntriesSelectPods),
    servicesSelectEntries: fact(s.servicesSelectEntries),
    allocatesAddresses: fact(s.allocatesAddresses),
    drainingLabel: fact(s.drainingLabel),
    ambient: fact(s.ambient),
    ambientMultiNetwork: fact(s.ambientMultiNetwork),
    sendsUnhealthy: fact(s.sendsUnhealthy),
    forcesUnhealthy: fact(s.forcesUnhealthy),
    resolvesGatewayNames: fact(s.resolvesGatewayNames),
    discoversGateways: fact(s.discoversGateways),
    scopesGateways: fact(s.scopesGateways),
    customHosts: fact(s.customHosts),
  };
}

/**
 * Returns the value of a setting in the Pods, otherwise in the Deployments, otherwise Istio's default. The default is `known` if a visible istiod
 * does not change it.
 */
function settingFact<T>(setting: SettingDefinition<T>, tellers: Tellers): Fact<T> {
  const { name, read, before } = setting;
  const [first] = inOrder(tellers);
  if (first === undefined) return { kind: "assumed", value: setting.byDefault, source: "istiod's default; its own settings cannot be seen" };
  const { told, whose, verb } = first;
  const isNew = before === undefined || hasBehaviourInVersions(before.behaviour, versionsTold(tellers));
  if (isNew === false && before?.isAbsent) return { kind: "known", value: before.byDefault, source: `this version of istiod has no ${name}` };
  const byDefault = isNew === false && before !== undefined ? before.byDefault : setting.byDefault;
  const texts = [...new Set(told.map((one) => one.settings[name]))];
  if (texts.includes(null)) return { kind: "assumed", value: byDefault, source: `istiod's default; ${name} of its ${whose} is set from elsewhere` };
  const [text, ...others] = texts;
  if (others.length > 0) {
    const value = texts.map((one) => (one == null ? undefined : read(one))).find((one) => one !== undefined);
    return { kind: "assumed", value: value ?? byDefault, source: `${name} differs among istiod's ${whose}` };
  }
  if (text == null && isNew === null) return { kind: "assumed", value: byDefault, source: "istiod's default, which depends on its version" };
  if (text == null) return { kind: "known", value: byDefault, source: `istiod's default, which its ${whose} ${verb} not change` };
  const value = read(text);
  if (value === undefined) return { kind: "known", value: byDefault, source: `istiod's default: it cannot read ${name} of its ${whose}` };
  return { kind: "known", value, source: `${name} of istiod's ${whose}` };
}

function inOrder({ pods, deployments }: Tellers) {
  return [
    { told: pods, whose: "Pods", verb: "do" },
    { told: deployments, whose: "Deployment", verb: "does" },
  ].filter(({ told }) => told.length > 0);
}

function configFacts(parts: ControlPlaneObjects, revision: string, seen: MeshConfigResult): { readonly [Key in keyof MeshConfig]: Fact<MeshConfig[Key]> } {
  const where = `ConfigMap ${meshConfigName(revision)} in ${parts.namespace}`;
  const fact = <Key extends keyof MeshConfig>(key: Key): Fact<MeshConfig[Key]> => configFact(seen, where, key);
  return {
    trustDomain: fact("trustDomain"),
    rootNamespace: rootNamespaceOf(fact("rootNamespace"), parts.namespace),
    outboundTraffic: fact("outboundTraffic"),
    autoMtls: fact("autoMtls"),
    serviceExportTo: fact("serviceExportTo"),
    ruleExportTo: fact("ruleExportTo"),
    locality: fact("locality"),
    zoneAware: fact("zoneAware"),
    outlierByDefault: fact("outlierByDefault"),
    discoverySelectors: fact("discoverySelectors"),
    networks: fact("networks"),
    connectTimeoutMs: fact("connectTimeoutMs"),
    discoveryAddress: fact("discoveryAddress"),
    meshId: fact("meshId"),
    proxyDefaults: fact("proxyDefaults"),
  };
}

function configFact<Key extends keyof MeshConfig>(seen: MeshConfigResult, where: string, key: Key): Fact<MeshConfig[Key]> {
  const byDefault = MESH_CONFIG_DEFAULTS[key];
  switch (seen.kind) {
    case "denied":
      return { kind: "denied", source: seen.why };
    case "absent":
      return { kind: "assumed", value: byDefault, source: `Istio's default; there is no ${where}` };
    case "read": {
      const rejected = seen.rejected?.find((one) => one.key === (key === "networks" ? "meshNetworks" : "mesh"));
      if (rejected !== undefined) return { kind: "assumed", value: rejected.before?.[key] ?? byDefault, source: rejectedSource(rejected, where) };
      const value = seen.told[key];
      if (value === undefined) return { kind: "known", value: byDefault, source: `Istio's default, which ${where} does not change` };
      return { kind: "known", value, source: where };
    }
  }
}

function rejectedSource({ key, by, why, before }: RejectedMeshConfigMapKey, where: string): string {
  if (by === "Stolos") return `Istio's default; Stolos does not read ${key} of ${where}: ${why}`;
  const value = before === null ? "Istio's default; istiod" : "the last value that istiod accepted, until it restarts; it";
  return `${value} rejects ${key} of ${where}: ${why}`;
}

/** Returns the root namespace. If the mesh configuration has none, it is the namespace of istiod. */
function rootNamespaceOf(fact: Fact<string>, namespace: string): Fact<string> {
  return fact.kind === "denied" || fact.value !== "" ? fact : { ...fact, value: namespace };
}

/** The labels and annotations of a namespace that apply to its workloads; "" and null = not set. */
export interface NamespaceMeshSettings {
  /** Label `topology.istio.io/network`. That of istiod's namespace is the network of Pods without a network label. */
  readonly network: string;
  /** Annotation `networking.istio.io/traffic-distribution` (docs/istio.md#traffic-distribution). */
  readonly distribution: TrafficDistribution | null;
  /** The revision for its workloads: "default" if the label `istio-injection=enabled` is set, otherwise the value of the label `istio.io/rev`. */
  readonly revision: string;
  /** Annotation `stolos.dev/maintenance` verbatim; absent = not set. */
  readonly maintenance?: string;
}

/** The localities of Nodes, and the labels of namespaces. */
export interface NodeAndNamespaceFacts {
  /** Region, zone and subzone of each Node with a locality, by the name of the Node (docs/istio.md#pod-locality). */
  readonly nodes: Fact<ReadonlyMap<string, string>>;
  /** The namespaces with at least one of these labels or annotations, by name. */
  readonly namespaces: Fact<ReadonlyMap<string, NamespaceMeshSettings>>;
}

/** Returns the value for Nodes and namespaces that are not visible, with the reason. */
export function deniedNodeAndNamespaceFacts(source: string): NodeAndNamespaceFacts {
  return { nodes: { kind: "denied", source }, namespaces: { kind: "denied", source } };
}
