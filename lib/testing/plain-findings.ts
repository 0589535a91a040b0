import type { ServiceSubject } from "@/lib/domain/findings/findings-world";
import { localityInUseKey } from "@/lib/domain/findings/in-use";
import { evaluateRuleForSubject, isCannotTell, type Rule, type RuleSubjects } from "@/lib/domain/findings/rule";
import type { MeshService } from "@/lib/domain/selection/objects";
import { type FindingObjects, findingHost, findingsWorld } from "./findings-world";

/** What somebody was told of a subject by a rule: the same text for the same finding. */
export function toldText(rule: Pick<Rule, "name">, about: string, detected: unknown): string {
  return `${rule.name} ${about} ${JSON.stringify(detected)}`;
}

/** Every rule asked about every object of a cluster, one by one; sorted. Networks are those that entries name, which is not all there are. */
export function plainFindings(
  objects: Required<Pick<FindingObjects, "entries" | "groups" | "hosts" | "world">> & FindingObjects,
  rules: readonly Rule[],
): readonly string[] {
  const world = findingsWorld(objects);
  const { cluster, replicas } = objects.world;
  const inhabited = new Set([...objects.entries, ...objects.groups].map(({ namespace }) => namespace));
  const isSubject = (selector: MeshService) => inhabited.has(selector.namespace) || (selector.kind === "ServiceEntry" && selector.endpoints.length > 0);
  const hosts = objects.hosts.filter(isSubject).map((selector) => findingHost(selector, world.mesh.settings.domain, cluster));
  const subjects: { readonly [S in keyof RuleSubjects]: readonly (readonly [about: string, RuleSubjects[S]])[] } = {
    entry: objects.entries.filter(({ unreadable }) => unreadable === null).map((entry) => [entry.uid, entry]),
    group: objects.groups.filter(({ unreadable }) => unreadable === null).map((group) => [group.name, group]),
    host: hosts.map((host): [string, ServiceSubject] => [host.uid, host]),
    network: world.networksInUse().map((network) => [network.name, network]),
    place: world.placesInUse().map((place) => [localityInUseKey([place.region, place.zone, place.subzone, place.dropped].join("/")), place]),
    replica: replicas.kind === "denied" ? [] : [...replicas.value].map(([name, replica]) => [name, replica]),
    mesh: [[cluster, { cluster }]],
  };
  const told = rules.flatMap((rule) =>
    subjects[rule.subject].flatMap(([about, subject]) => {
      const detection = evaluateRuleForSubject(rule as Rule<never>, subject as never, world);
      return isCannotTell(detection) ? [] : detection.map((detected) => toldText(rule, about, detected));
    }),
  );
  return told.sort();
}
