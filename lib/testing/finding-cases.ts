import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { type DetectedFinding, evaluateRuleForSubject, isCannotTell, type Rule, type RuleSubjectKind, type RuleSubjects } from "@/lib/domain/findings/rule";
import { type GatewayService, NO_GATEWAY_API, networkGatewaysOfService } from "@/lib/domain/mesh/network-gateways";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { anEntry, aReplica, aWorld } from "./entries";
import { patched } from "./finding-patches";
import { type FindingObjects, findingHost, findingsWorld, type ReportedObjects } from "./findings-world";
import { aMesh } from "./selection";

type Subjects = { readonly [S in RuleSubjectKind]: (objects: ReportedObjects) => readonly RuleSubjects[S][] };

/** All that a rule looks at in a world. */
const SUBJECTS: Subjects = {
  entry: ({ entries = [] }) => entries,
  group: ({ groups = [] }) => groups,
  host: (objects) => (objects.hosts ?? []).map((selector) => findingHost(selector, objects.mesh?.settings.domain, undefined, objects.statuses)),
  network: (objects) => findingsWorld(objects).networksInUse(),
  place: (objects) => findingsWorld(objects).placesInUse(),
  replica: (objects) => {
    const { replicas } = findingsWorld(objects).world;
    return replicas.kind === "denied" ? [] : [...replicas.value.values()];
  },
  mesh: (objects) => [{ cluster: findingsWorld(objects).cluster }],
};

/** The subjects of a rule in a world. */
export function subjectsOf<S extends RuleSubjectKind>(rule: Pick<Rule<S>, "subject">, objects: ReportedObjects): readonly RuleSubjects[S][] {
  return SUBJECTS[rule.subject](objects);
}

/** A finding with what it is about: cluster-wide it is known by these texts. */
export interface ToldFinding {
  readonly subject: string;
  readonly detected: DetectedFinding;
}

/** Everything that one rule finds in a world; what it cannot tell is left out. */
export function findingsOf<S extends RuleSubjectKind>(rule: Rule<S>, objects: ReportedObjects): readonly ToldFinding[] {
  const world = findingsWorld(objects);
  return SUBJECTS[rule.subject](objects).flatMap((subject) => {
    const found = evaluateRuleForSubject(rule, subject, world);
    return isCannotTell(found) ? [] : found.map((detected) => ({ subject: subjectKey(subject), detected }));
  });
}

/** The subjects that a rule is asked about in a world, as its findings name them. */
export function askedSubjects<S extends RuleSubjectKind>(rule: Rule<S>, objects: ReportedObjects): readonly string[] {
  return SUBJECTS[rule.subject](objects).map(subjectKey);
}

/** Does it say anywhere that it cannot tell? */
export function cannotTell<S extends RuleSubjectKind>(rule: Rule<S>, objects: ReportedObjects): boolean {
  const world = findingsWorld(objects);
  return SUBJECTS[rule.subject](objects).some((subject) => isCannotTell(evaluateRuleForSubject(rule, subject, world)));
}

/** The evidence of everything that a rule finds, for a table of cases. */
export function evidenceOfAll<S extends RuleSubjectKind>(rule: Rule<S>, objects: ReportedObjects): readonly DetectedFinding["evidence"][] {
  return findingsOf(rule, objects).map(({ detected }) => detected.evidence);
}

/** What a rule still says of a subject once the patch of its finding is applied, one after the other. Empty = its patches silence it. */
export function leftAfterPatch<S extends RuleSubjectKind>(rule: Rule<S>, objects: FindingObjects): readonly ToldFinding[] {
  return findingsOf(rule, objects).flatMap((before) => {
    const { patch, of } = before.detected;
    if (patch === undefined) return [];
    const after = "command" in patch ? commanded(objects, patch.command) : patched(objects, patch);
    return findingsOf(rule, after).filter(({ subject, detected }) => subject === before.subject && detected.of === of);
  });
}

/** What becomes of a world by the commands that rules give. */
function commanded(objects: FindingObjects, command: string): FindingObjects {
  const [, home, account] = /^kubectl create serviceaccount -n (\S+) (\S+)$/.exec(command) ?? [];
  if (home !== undefined && account !== undefined) return { ...objects, accounts: [...(objects.accounts ?? []), { namespace: home, name: account }] };
  const [, namespace, name] = /^kubectl delete serviceentries\.networking\.istio\.io -n (\S+) (\S+)$/.exec(command) ?? [];
  if (name === undefined) throw new Error(`no test knows the command ${command}`);
  return { ...objects, hosts: objects.hosts?.filter((one) => one.kind !== "ServiceEntry" || one.namespace !== namespace || one.name !== name) ?? [] };
}

/** What tells subjects apart: the kind and name of a host, the name of an object, a network, the parts of a place. */
function subjectKey(subject: RuleSubjects[RuleSubjectKind]): string {
  if ("selector" in subject) return `${subject.selector.kind}/${subject.selector.namespace}/${subject.selector.name}`;
  if ("region" in subject) return [subject.region, subject.zone, subject.subzone, subject.dropped].join("/");
  if ("namespace" in subject) return `${subject.namespace}/${subject.name}`;
  return "name" in subject ? subject.name : "";
}

/** A machine of the application `a` in `shop`, written by hand: well, without a place, a network, an account or a check. */
export function aMachine(name: string, change: Partial<WorkloadEntry> = {}): WorkloadEntry {
  return anEntry({
    ...{ name, uid: name, address: "10.0.0.1", network: "", locality: "", serviceAccount: "", ports: [], gate: null, health: null },
    ...{ specLabels: [["app", "a"]], metadataLabels: [], registrationGroup: "", controller: "", connectedAt: null, owner: null },
    ...change,
  });
}

export function aGateway(change: Partial<GatewayService> = {}): GatewayService {
  return {
    namespace: "istio-system",
    name: "east-west",
    network: "vpc-1",
    addresses: ["192.0.2.1"],
    tlsPort: 15443,
    tunnelPort: null,
    isEastWest: true,
    selector: [["istio", "eastwestgateway"]],
    serverPorts: [15443],
    ...change,
  };
}

/** A mesh with these gateways, of which both the world and the settings know. */
export function withGateways(services: readonly GatewayService[], settings: Partial<MeshSettings> = {}): Required<Pick<FindingObjects, "world" | "mesh">> {
  const gateways = services.flatMap((service) => networkGatewaysOfService(service, "Kubernetes"));
  return {
    world: aWorld([aReplica()], { gateways: { kind: "known", value: services, source: "Services" }, networkGateways: NO_GATEWAY_API }),
    mesh: { settings: aMesh({ gateways, ...settings }), doubts: [] },
  };
}
