import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { hostKey, keyOf, type Labels, type NaiveRule, type NaiveWorld, objectOf } from "./facts";

type Group = NaiveWorld["groups"][number];
const groups =
  (choose: (group: Group, world: NaiveWorld) => boolean): NaiveRule =>
  (world) =>
    world.groups.filter((group) => choose(group, world)).map(keyOf);

/** Is its owner a group? */
export const isOurs = ({ owner }: WorkloadEntry) => owner?.kind === "WorkloadGroup" && owner.apiVersion.startsWith("networking.istio.io/");
const groupName = (entry: WorkloadEntry) => (isOurs(entry) ? (entry.owner?.name ?? "") : entry.registrationGroup);
export const groupOf = (entry: WorkloadEntry, world: NaiveWorld) => world.groups.find((group) => keyOf(group) === `${entry.namespace}/${groupName(entry)}`);
export const members = (group: Group, world: NaiveWorld) =>
  world.entries.filter((entry) => groupName(entry) === group.name && entry.namespace === group.namespace);

/** What istiod gives to its entries: of one key the metadata's value; one label of place is taken off. */
export function given({ template, entryLabels }: Group): Labels {
  const { "istio-locality": _place, ...labels } = { ...objectOf(template.labels), ...objectOf(entryLabels) };
  return labels;
}

export const labelsGivenByEither = ({ template, entryLabels }: Group, key: string) => [objectOf(template.labels)[key], objectOf(entryLabels)[key]];

export function runningRevisions({ world: { replicas } }: NaiveWorld): readonly string[] {
  return replicas.kind === "known"
    ? [...replicas.value.values()].filter(({ runningSince }) => runningSince !== null).map(({ revision }) => revision || "default")
    : [];
}

function isNotRunning(revision: string | undefined, world: NaiveWorld): boolean {
  const running = runningRevisions(world);
  return Boolean(revision) && running.length > 0 && !running.includes(revision ?? "");
}

/** A finding for each network in which the name of an entry would be cut, or be no name. */
const namesInTrouble: NaiveRule = (world) =>
  world.groups.flatMap((group) => {
    const networks = new Set([group.template.network, ...members(group, world).map(({ network }) => network)]);
    const names = Array.from(networks, (network) => [group.name, "255.255.255.255", ...(network ? [network] : [])].join("-"));
    return names.filter((name) => name.length > 253 || !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name)).map(() => keyOf(group));
  });

const here = (group: Group, world: NaiveWorld) => world.groups.filter(({ namespace }) => namespace === group.namespace);
const isFirst = (group: Group, all: readonly Group[]) => all.every((other) => group.name <= other.name);
const text = (labels: Labels) => JSON.stringify(Object.entries(labels).sort());
const isWithin = (few: Labels, many: Labels) =>
  Object.keys(few).length < Object.keys(many).length && Object.entries(few).every(([key, value]) => many[key] === value);
const CANONICAL = ["service.istio.io/canonical-name", "app.kubernetes.io/name", "app"];
const isValue = (value: string) => value === "" || (value.length < 64 && /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(value));
const isKey = (key: string) => {
  const name = key.split("/").at(-1) ?? "";
  return name.length > 0 && name.length < 64 && /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(name);
};

/** The key of a path such as `metadata.annotations[istio.io/rev]`. */
const keyIn = (path: string) => path.slice(path.indexOf("[") + 1, path.lastIndexOf("]"));

/** Rules about groups, and about keys that entries, groups and services have in the wrong place. */
export const NAIVE_GROUPS: Readonly<Record<string, NaiveRule>> = {
  STL129: (world) =>
    world.entries
      .filter((entry) => {
        const ofGroup = (groupOf(entry, world)?.misplacedKeys ?? []).map(keyIn);
        const own = entry.misplacedKeys.split(" ").filter((path) => path !== "");
        return own.some((path) => !ofGroup.includes(keyIn(path)));
      })
      .map(keyOf),
  STL217: (world) => world.groups.filter(({ misplacedKeys }) => misplacedKeys.length > 0).map(keyOf),
  STL322: (world) => world.hosts.filter(({ misplacedKeys }) => (misplacedKeys ?? []).length > 0).map(hostKey),
  STL201: groups(({ name, template, entryLabels }) => {
    const labels = { ...objectOf(template.labels), ...objectOf(entryLabels) };
    return name.length > 63 && CANONICAL.every((key) => labels[key] === undefined);
  }),
  STL202: namesInTrouble,
  STL203: groups(({ template }) => template.serviceAccount === ""),
  STL204: groups((group, world) => {
    const sharing = here(group, world).filter(({ template }) => template.serviceAccount !== "" && template.serviceAccount === group.template.serviceAccount);
    return sharing.length > 1 && isFirst(group, sharing);
  }),
  STL205: groups((group, world) => members(group, world).length === 0),
  STL206: groups((group, world) => {
    const same = here(group, world).filter((other) => Object.keys(given(group)).length > 0 && text(given(other)) === text(given(group)));
    return same.length > 1 && isFirst(group, same);
  }),
  STL207: groups((group, world) => Object.keys(given(group)).length > 0 && here(group, world).some((other) => isWithin(given(group), given(other)))),
  STL208: groups(({ template, entryLabels }) =>
    template.labels.some(([key, value]) => objectOf(entryLabels)[key] !== undefined && objectOf(entryLabels)[key] !== value),
  ),
  STL209: groups((group) => Object.entries(given(group)).some(([key, value]) => !isKey(key) || !isValue(value))),
  STL210: groups(
    ({ probe }) => probe !== null && (probe.method === "grpc" || probe.method === "none" || (probe.method === "exec" && probe.command.length === 0)),
  ),
  STL211: groups(({ name, entryAnnotations }) => {
    const written = objectOf(entryAnnotations)["istio.io/autoRegistrationGroup"];
    return written !== undefined && written !== name;
  }),
  STL212: groups(({ probe, entryAnnotations }) => probe === null && objectOf(entryAnnotations)["proxy.istio.io/health-checks-enabled"] === "true"),
  STL213: groups((group, world) => isNotRunning(given(group)["istio.io/rev"], world)),
  STL214: groups((group, world) => isNotRunning((group as Group & { readonly revision: string }).revision, world)),
  STL215: groups(({ namespace, template: { serviceAccount: name } }, { accounts }) => name !== "" && !accounts.map(keyOf).includes(`${namespace}/${name}`)),
  STL216: groups(({ namespace, plannedLeaves }, { entries, now }) => {
    const leaves = JSON.parse(plannedLeaves ?? "[]") as readonly { readonly entry: string; readonly by?: string }[];
    return leaves.some(({ entry, by }) => by !== undefined && Date.parse(by) < now && entries.map(keyOf).includes(`${namespace}/${entry}`));
  }),
  STL390: (world) => world.hosts.filter((host) => host.kind === "ServiceEntry" && isNotRunning(objectOf(host.labels)["istio.io/rev"], world)).map(hostKey),
};
