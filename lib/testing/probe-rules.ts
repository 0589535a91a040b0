import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { entryLocality } from "@/lib/domain/findings/in-use";
import { RULE_SUBJECT_KINDS, type Rule, type RuleSubjectKind, type RuleSubjects } from "@/lib/domain/findings/rule";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";

type Read = (subject: never, world: FindingsWorld) => unknown;

const entriesOf = (entries: Iterable<WorkloadEntry>) =>
  Array.from(entries, ({ namespace, name, resourceVersion }) => `${namespace}/${name}@${resourceVersion}`);
const hostsOf = (hosts: readonly ServiceSubject[]) =>
  hosts.map(({ selector }) => `${selector.kind} ${selector.namespace}/${selector.name} ${JSON.stringify(selector.selector)}`);
const named = (objects: readonly { readonly namespace: string; readonly name: string }[]) => objects.map(({ namespace, name }) => `${namespace}/${name}`);

/** What rules about anything may read. */
const OF_ALL: Readonly<Record<string, Read>> = {
  replicas: (_, { world }) => (world.replicas.kind === "denied" ? "denied" : [...world.replicas.value.keys()]),
  settings: (_, { mesh }) => [mesh.settings.revision, mesh.settings.istioVersion, mesh.settings.clusterId],
  places: (_, world) => world.placesInUse(),
  networks: (_, world) => world.networksInUse(),
  controllers: (_, world) => world.controllersInUse(),
  names: (_, world) => [world.zonesInUse(), world.networkNames(), world.proxyNetworks()],
  defining: (_, world) => hostsOf(world.hostsDefining("a.example.com")),
  definitions: (_, world) => [named(world.selection().services), named(world.selection().rules)],
  "pods-at": (_, world) => named(world.podsAt("10.1.0.1")),
  "services-at": (_, world) => named(world.servicesAt("10.96.0.1")),
  "entries-at": (_, world) => entriesOf(world.entriesAt("", "10.0.0.1")),
};

const OF_KIND: { readonly [S in RuleSubjectKind]?: Readonly<Record<string, (subject: RuleSubjects[S], world: FindingsWorld) => unknown>> } = {
  entry: {
    verdict: (entry, world) => [world.verdict(entry).state, entryLocality(entry, world)],
    past: (entry, world) => world.pastOf(entry),
    twins: (entry, world) => entriesOf(world.entriesAt(entry.network, entry.address)),
    "services-here": (entry, world) => [named(world.servicesAt(entry.address)), named(world.servicesAt("fd00:96:0::1"))],
    group: (entry, world) => world.groupOf(entry)?.resourceVersion,
    account: (entry, world) => world.hasAccount(entry.namespace, "web"),
    takers: (entry, world) => hostsOf(world.hostsTaking(entry)),
    taken: (entry, world) => world.hostsTaking(entry).map((host) => world.countsOf(host)),
    peers: (entry, world) => world.groupsIn(entry.namespace).map((group) => [world.memberCount(group), world.traitsOf(group, "zone")]),
  },
  group: {
    members: (group, world) => entriesOf(world.membersOf(group)),
    count: (group, world) => world.memberCount(group),
    traits: (group, world) => (["zone", "network", "replica", "account"] as const).map((trait) => world.traitsOf(group, trait)),
    account: ({ namespace }: WorkloadGroup, world) => world.hasAccount(namespace, "web"),
    beside: ({ namespace }: WorkloadGroup, world) => named(world.groupsIn(namespace)),
  },
  host: {
    counts: (host, world) => world.countsOf(host),
    machines: (host, world) => [...entriesOf(world.machinesOf(host))].sort(),
    spread: (host, world) => [world.placesOf(host), world.networksOf(host), world.mutualMachinesOf(host)],
    beside: ({ selector }: ServiceSubject, world) =>
      world.hostsIn(selector.namespace).map((one) => [world.countsOf(one), world.placesOf(one), [...entriesOf(world.machinesOf(one))].sort()]),
    pods: (host, world) => named(world.sentPodsOf(host)),
    near: ({ selector }: ServiceSubject, world) => [hostsOf(world.hostsIn(selector.namespace)), named(world.selection(selector.namespace).entries)],
    elsewhere: (host, world) => [world.labelledElsewhere(host)?.uid ?? null],
  },
  network: { itself: (network) => network },
  place: { itself: (place) => place },
  replica: { itself: ({ name, ready, zone }) => [name, ready.status, zone] },
};

/** Rules that always find what they read, one for each way of reading: by these it shows whether they are asked again when they have to be. */
export const PROBE_RULES: readonly Rule[] = RULE_SUBJECT_KINDS.flatMap((subject) => {
  const reads = { ...OF_ALL, ...OF_KIND[subject] } as Readonly<Record<string, Read>>;
  return Object.entries(reads).map(
    ([name, read]): Rule => ({
      code: "STL999",
      name: `${subject}-${name}`,
      subject,
      severity: "note",
      needs: [],
      noPatchBecause: "it only looks",
      detect: (about, world) => [{ of: name, objects: [], evidence: { read: JSON.stringify(read(about as never, world)) ?? "" } }],
    }),
  );
});
