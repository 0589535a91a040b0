import { connection } from "./connections";
import { hostKey, keyOf, type NaiveRule, type NaiveWorld } from "./facts";
import { runningRevisions } from "./groups";

/** The cluster itself has no name among the subjects. */
const MESH = "";

/** Of each revision with several replicas: does one hold more than half as much again as its share, and ten machines more? */
const unevenRevisions: NaiveRule = (world) => {
  const { replicas } = world.world;
  const running = replicas.kind === "known" ? [...replicas.value.values()].filter(({ runningSince }) => runningSince !== null) : [];
  const holds = (name: string) =>
    world.entries.filter((entry) => entry.controller === name && ["connected", "overdue"].includes(connection(entry, world))).length;
  return [...new Set(runningRevisions(world))].flatMap((revision) => {
    const counts = running.filter((replica) => (replica.revision || "default") === revision).map(({ name }) => holds(name));
    const share = counts.reduce((sum, one) => sum + one, 0) / counts.length;
    const most = Math.max(...counts);
    return counts.length > 1 && most > share * 1.5 && most - share >= 10 ? [MESH] : [];
  });
};

const namespacesOfNobody: NaiveRule = (world) => {
  const { namespaces } = world.world.places;
  const running = runningRevisions(world);
  if (namespaces.kind !== "known" || running.length === 0) return [];
  return [...namespaces.value.values()].filter(({ revision }) => revision !== "" && !running.includes(revision)).map(() => MESH);
};

type Condition = readonly [type: string, status: string, reason: string, message: string];

function read(text: string): { readonly conditions: readonly Condition[]; readonly codes: readonly string[] } {
  const [conditions, messages] = JSON.parse(text || "[[],[]]") as readonly [readonly Condition[], readonly (readonly [code: string])[]];
  return { conditions, codes: [...new Set(messages.map(([code]) => code))] };
}

const isNotBound = (text: string) => read(text).conditions.some(([type, status]) => type === "WaypointBound" && status === "False");

function hosts(count: (text: string) => number): NaiveRule {
  const textOf = (host: NaiveWorld["hosts"][number], world: NaiveWorld) => world.statuses.get(hostKey(host)) ?? "";
  return (world) => world.hosts.flatMap((host) => Array<string>(count(textOf(host, world))).fill(hostKey(host)));
}

export const NAIVE_CONTROL_PLANE: Readonly<Record<string, NaiveRule>> = {
  STL131: (world) => world.entries.filter(({ istiodStatus }) => isNotBound(istiodStatus)).map(keyOf),
  STL132: (world) => world.entries.flatMap((entry) => read(entry.istiodStatus).codes.map(() => keyOf(entry))),
  STL325: hosts((text) => Number(isNotBound(text))),
  STL326: hosts((text) => Number(read(text).conditions.some(([type, status]) => type === "WaypointMissing" && status === "True"))),
  STL327: hosts((text) => {
    const isWithoutCanary = ([type, status, _reason, message]: Condition) =>
      type === "WaypointBound" && status === "True" && message.includes(". Canary waypoint not attached: ");
    return Number(read(text).conditions.some(isWithoutCanary));
  }),
  STL328: hosts((text) => read(text).codes.length),
  STL601: unevenRevisions,
  STL602: namespacesOfNobody,
};
