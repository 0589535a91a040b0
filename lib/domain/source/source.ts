/** The declaration of a source: its kind, its owner, and its uses. */
interface SourceLine {
  /** The Kubernetes plural, by which Kubernetes checks permissions. The group follows, as kubectl writes it, if another kind has the same plural. */
  readonly kind: string;
  /**
   * `team`: its objects are in namespaces of teams, and pages show those of the selected and visible namespaces. `mesh`: objects of the mesh itself, shown
   * whichever namespaces are selected.
   */
  readonly owner: "team" | "mesh";
  /** True if a cluster may not have the kind. Then the source is empty, and no data is missing. */
  readonly mayBeAbsent?: true;
  /**
   * A kind that must be visible, too. The source's own kind has objects of the mesh itself, so that permission for this kind alone may not include
   * the objects of teams.
   */
  readonly beside?: string;
  /** True if a page reads single objects, to show their YAML or owner. The viewer then also needs the permission to `get` them. */
  readonly hasYaml?: true;
  /**
   * The uses that depend on the source. `verdicts`: a cluster is live only with it, and the past has a gap without it. `vouching`: it verifies
   * connections by their replicas.
   */
  readonly neededFor: readonly ("verdicts" | "vouching")[];
  /** The names of the source's objects in the history. Empty = the history stores none of them. */
  readonly subjects: readonly string[];
}

/**
 * All watched sources by unique name: the plural if the kind has one source, otherwise a description of the part. Data by source is stored, sent and
 * looked up under these names. Pages show them in this order.
 */
export const SOURCES = {
  workloadgroups: { kind: "workloadgroups", owner: "team", hasYaml: true, neededFor: ["verdicts"], subjects: ["group"] },
  workloadentries: { kind: "workloadentries", owner: "team", hasYaml: true, neededFor: ["verdicts"], subjects: ["entry"] },
  "istiod-pods": { kind: "pods", owner: "mesh", neededFor: ["verdicts", "vouching"], subjects: ["replica", "world"] },
  "istiod-deployments": { kind: "deployments", owner: "mesh", neededFor: [], subjects: [] },
  "mesh-config": { kind: "configmaps", owner: "mesh", neededFor: [], subjects: [] },
  // `team`, because permissions are by kind, and Services belong to teams.
  "gateway-services": { kind: "services", owner: "team", neededFor: [], subjects: [] },
  "network-gateways": { kind: "gateways.gateway.networking.k8s.io", owner: "team", mayBeAbsent: true, neededFor: [], subjects: [] },
  nodes: { kind: "nodes", owner: "mesh", neededFor: ["vouching"], subjects: [] },
  namespaces: { kind: "namespaces", owner: "team", neededFor: [], subjects: [] },
  services: { kind: "services", owner: "team", hasYaml: true, neededFor: [], subjects: ["service"] },
  serviceentries: { kind: "serviceentries", owner: "team", hasYaml: true, neededFor: [], subjects: ["serviceentry"] },
  destinationrules: { kind: "destinationrules", owner: "team", hasYaml: true, neededFor: [], subjects: ["destinationrule"] },
  sidecars: { kind: "sidecars", owner: "team", hasYaml: true, neededFor: [], subjects: ["sidecar"] },
  virtualservices: { kind: "virtualservices", owner: "team", neededFor: [], subjects: ["virtualservice"] },
  gateways: { kind: "gateways", owner: "team", neededFor: [], subjects: [] },
  peerauthentications: { kind: "peerauthentications", owner: "team", hasYaml: true, neededFor: [], subjects: ["peerauthentication"] },
  authorizationpolicies: { kind: "authorizationpolicies", owner: "team", hasYaml: true, neededFor: [], subjects: ["authorizationpolicy"] },
  serviceaccounts: { kind: "serviceaccounts", owner: "team", hasYaml: true, neededFor: [], subjects: [] },
  endpointslices: { kind: "endpointslices", owner: "team", neededFor: [], subjects: [] },
  "workload-pods": { kind: "pods", owner: "team", beside: "workloadentries", neededFor: [], subjects: [] },
} as const satisfies Readonly<Record<string, SourceLine>>;

export type SourceName = keyof typeof SOURCES;

type YamlSource = { [S in SourceName]: (typeof SOURCES)[S] extends { readonly hasYaml: true } ? S : never }[SourceName];

/** A kind whose single objects a page shows as YAML. */
export type YamlKind = (typeof SOURCES)[YamlSource]["kind"];

/** Stands for a namespace if a source covers every namespace of its cluster. */
export const ALL_NAMESPACES = "*";

/** The names of all sources, in the order of pages. */
export const SOURCE_NAMES = Object.keys(SOURCES) as readonly SourceName[];

/** The stored name of a kind of subject in the history: objects of a source, findings of rules, or the recorder itself. */
export type SubjectKind = (typeof SOURCES)[SourceName]["subjects"][number] | "finding" | "recorder";

/**
 * The sources on which verdicts depend. The freshness of a cluster is that of these sources, and the past has a gap while one of them was not
 * observed.
 */
export const VERDICT_SOURCES = sourcesNeededFor("verdicts");

/** Sources that verify the connections of a replica: istiod's Pods and their Nodes. */
export const CONNECTION_VERIFYING_SOURCES = sourcesNeededFor("vouching");

/** The only kinds of which the server returns single objects. The viewer needs the permission to `get` them. */
export const YAML_KINDS: readonly YamlKind[] = SOURCE_NAMES.filter(hasYaml).map((name) => SOURCES[name].kind);

/** Returns the declaration of a source, with the type of any source's declaration. */
export function sourceDefinition(name: SourceName): SourceLine {
  return SOURCES[name];
}

function hasYaml(name: SourceName): name is YamlSource {
  return sourceDefinition(name).hasYaml === true;
}

function sourcesNeededFor(purpose: SourceLine["neededFor"][number]): readonly SourceName[] {
  return SOURCE_NAMES.filter((name) => sourceDefinition(name).neededFor.includes(purpose));
}

/** Returns the source with this name. Undefined = there is none. */
export function sourceNamed(text: string): SourceName | undefined {
  return SOURCE_NAMES.find((name) => name === text);
}

/** Returns the source in the text of a gap, which is "SOURCE" or "SOURCE in NAMESPACE". */
export function sourceOfGapText(blind: string): string {
  return blind.split(" in ", 1)[0] ?? blind;
}
