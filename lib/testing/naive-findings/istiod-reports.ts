import { hostKey, keyOf, type NaiveRule, type NaiveWorld } from "./facts";

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

export const NAIVE_REPORTS: Readonly<Record<string, NaiveRule>> = {
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
};
