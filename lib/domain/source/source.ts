/** How a source is known: what it lists, whose it is, and what rests on it. */
interface SourceLine {
  /**
   * What it lists, by its Kubernetes plural (with its group, as kubectl writes it, where another kind has that plural too): a viewer's rights are asked
   * of Kubernetes by this.
   */
  readonly kind: string;
  /** `team`: its objects lie in namespaces of teams, and whoever picks or is shown some sees those only. `mesh`: of the mesh itself, whatever namespaces are picked. */
  readonly owner: "team" | "mesh";
  /** A cluster need not have the kind: without it there are none, and nothing is missing. */
  readonly mayBeAbsent?: true;
  /** A kind without which it is out of sight too: of a kind that the mesh itself has as well, a viewer has more in sight than teams' objects. */
  readonly beside?: string;
  /** A page reads single objects of it, to show their YAML or who owns them: whoever looks needs the right to `get` them, too. */
  readonly hasYaml?: true;
  /** What cannot be told without it: verdicts (it makes a cluster live, and a past without it has a gap), or whether a replica vouches for its connections. */
  readonly neededFor: readonly ("verdicts" | "vouching")[];
  /** What the history calls the things that it tells of; none = nothing of it is recorded. */
  readonly subjects: readonly string[];
}

/**
 * Everything that is watched, by a name of its own: the plural where a kind is watched once, else what is watched of it. What is stored, sent
 * or looked up by source is named so. The order is that of the pages.
 */
export const SOURCES = {
  workloadgroups: { kind: "workloadgroups", owner: "team", hasYaml: true, neededFor: ["verdicts"], subjects: ["group"] },
  workloadentries: { kind: "workloadentries", owner: "team", hasYaml: true, neededFor: ["verdicts"], subjects: ["entry"] },
  "istiod-pods": { kind: "pods", owner: "mesh", neededFor: ["verdicts", "vouching"], subjects: ["replica", "world"] },
  "istiod-deployments": { kind: "deployments", owner: "mesh", neededFor: [], subjects: [] },
  "mesh-config": { kind: "configmaps", owner: "mesh", neededFor: [], subjects: [] },
  // Of teams: Services are, and who sees which is told by kind.
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

/** A kind of which a page reads single objects as YAML. */
export type YamlKind = (typeof SOURCES)[YamlSource]["kind"];

/** In place of a namespace: the source covers every namespace of its cluster. */
export const ALL_NAMESPACES = "*";

export const SOURCE_NAMES = Object.keys(SOURCES) as readonly SourceName[];

/** What the history tells of, by the name under which it is stored: things of a source, what rules found, or the recorder itself. */
export type SubjectKind = (typeof SOURCES)[SourceName]["subjects"][number] | "finding" | "recorder";

/** The sources that verdicts rest on: a cluster is as fresh as these, and the past has a gap where one of them was not seen. */
export const VERDICT_SOURCES = sourcesNeededFor("verdicts");

/** The sources without which nobody can tell whether a replica holds its connections: istiod's Pods and their Nodes. */
export const VERIFYING_SOURCES = sourcesNeededFor("vouching");

/** All of them: of no other kind does the server hand out an object, and of each the right to `get` is needed. */
export const YAML_KINDS: readonly YamlKind[] = SOURCE_NAMES.filter(hasYaml).map((name) => SOURCES[name].kind);

/** What is declared of a source. */
export function sourceDefinition(name: SourceName): SourceLine {
  return SOURCES[name];
}

function hasYaml(name: SourceName): name is YamlSource {
  return sourceDefinition(name).hasYaml === true;
}

function sourcesNeededFor(purpose: SourceLine["neededFor"][number]): readonly SourceName[] {
  return SOURCE_NAMES.filter((name) => sourceDefinition(name).neededFor.includes(purpose));
}

/** A source by its name; undefined where a text names none. */
export function sourceNamed(text: string): SourceName | undefined {
  return SOURCE_NAMES.find((name) => name === text);
}

/** Of what nobody saw for a while ("SOURCE", or "SOURCE in PLACE", as gaps name it): the source. */
export function firstHiddenSource(blind: string): string {
  return blind.split(" in ", 1)[0] ?? blind;
}
