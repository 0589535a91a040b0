import { scopeFromPermissions } from "@/lib/domain/source/scope";
import type { History } from "@/lib/server/history/history";
import type { FleetHour } from "./fleet-hour";

const CLUSTER = "prod-eu";
const SCOPE = scopeFromPermissions(
  new Map([
    [
      CLUSTER,
      new Map([
        ["workloadentries", "all"],
        ["workloadgroups", "all"],
        ["pods", "all"],
        ["namespaces", "all"],
      ] as const),
    ],
  ]),
);

/** How long a page's question took (the slowest of three), and how many points the answer draws; null = it draws none. */
export interface Answered {
  readonly name: string;
  readonly ms: number;
  readonly points: number | null;
  /** The answer is every machine as it was, which pages then share. */
  readonly wholeFleet: boolean;
}

/** What the pages ask of the history, one question after the other, as a page with an open window would. */
export async function askHistory(history: History, hour: FleetHour, { now, width }: { readonly now: number; readonly width: number }): Promise<Answered[]> {
  const [machine, group] = [hour.entries[0], hour.groups[0]];
  if (machine === undefined || group === undefined) throw new Error("The fleet is empty.");
  const [all, one] = [
    { cluster: [], ns: [], group: null },
    { cluster: [CLUSTER], ns: [group.namespace], group: group.name },
  ];
  const last = (name: "15m" | "1h" | "24h") => ({ window: { kind: "last" as const, name }, at: null });
  const entryIds = hour.entries.slice(0, 60).map(({ uid }) => `${CLUSTER}/${uid}`);
  const groupIds = hour.groups.slice(0, 60).map(({ namespace, name }) => `${CLUSTER}/${namespace}/${name}`);
  const every = { name: "", uid: "", type: [], q: "", before: "", limit: 100 };
  const questions: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["band of a group, 1 h", () => history.band({ ...one, ...last("1h"), width }, SCOPE)],
    ["band of the fleet, 1 h", () => history.band({ ...all, ...last("1h"), width }, SCOPE)],
    ["band of the fleet, 24 h", () => history.band({ ...all, ...last("24h"), width }, SCOPE)],
    ["losses of a group", () => history.losses({ ...one, ...last("1h"), limit: 50 }, SCOPE)],
    ["losses of the fleet", () => history.losses({ ...all, ...last("1h"), limit: 50 }, SCOPE)],
    [
      "timeline of an entry",
      () => history.timeline({ cluster: CLUSTER, ns: machine.namespace, name: machine.name, uid: "", change: null, ...last("1h"), width }, SCOPE),
    ],
    ["bands of 60 entries", () => history.rows({ kind: "entries", id: entryIds, ...last("1h"), buckets: 60 }, SCOPE)],
    ["bands of 60 groups", () => history.rows({ kind: "groups", id: groupIds, ...last("1h"), buckets: 60 }, SCOPE)],
    ["activity of the fleet", () => history.activity({ ...all, ...every, ...last("1h") }, SCOPE)],
    ["activity of a group", () => history.activity({ ...one, ...every, ...last("15m") }, SCOPE)],
    ["the fleet half a minute ago", () => history.fleetAt(now - 30_000, SCOPE)],
  ];
  const answered: Answered[] = [];
  for (const [name, ask] of questions) {
    const times: number[] = [];
    let answer: unknown;
    for (let round = 0; round < 3; round++) {
      const began = performance.now();
      answer = await ask();
      times.push(performance.now() - began);
    }
    answered.push({ name, ms: Math.max(...times), points: pointsOf(answer), wholeFleet: isFleet(answer) });
  }
  return answered;
}

function pointsOf(answer: unknown): number | null {
  return typeof answer === "object" && answer !== null && "points" in answer && Array.isArray(answer.points) ? answer.points.length : null;
}

function isFleet(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "fleet" in answer;
}
