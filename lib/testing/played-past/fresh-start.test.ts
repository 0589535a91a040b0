import { rmSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import type { StateChartAnswer } from "@/lib/contract/answers/history";
import { recoveryStatement } from "@/lib/domain/statements/recovery";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import { totalOf } from "@/lib/server/fleet/group-sight";
import { type PlayedPast, playPast } from "./play";
import type { PastScript, ScriptCluster, ScriptEvent } from "./script";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NOW = Date.parse("2026-11-29T04:10:50Z");
/** Long enough for learned sizes, and for windows in which a second is less than a pixel. */
const LENGTH_MS = 50 * MINUTE;
const WHOLE = { object: true, machines: true };

const ISTIODS = [
  { key: "a", zone: "eu-1a" },
  { key: "b", zone: "eu-1b" },
];
const HEALTHY = [
  { namespace: "shop", name: "sized", size: 12, zones: ["eu-1a", "eu-1b"], expected: "12" },
  { namespace: "shop", name: "unsized", size: 8, zones: ["eu-1a"] },
  { namespace: "shop", name: "range", size: 9, zones: ["eu-1a"], expected: "4-20" },
];

/** A cluster in which every machine is healthy, and its watch as a script says. */
function healthyCluster(name: string, watch: Pick<ScriptCluster, "reachedAfterMs" | "listedAfterMs"> = {}): ScriptCluster {
  return { name, istiods: ISTIODS, groups: HEALTHY, byHand: [{ namespace: "shop", name: "db", address: "10.9.0.1" }], ...watch };
}

/** The length is `LENGTH_MS` if missing. */
type Script = Omit<PastScript, "lengthMs"> & { readonly lengthMs?: number };

const pasts = new Map<Script, Promise<PlayedPast>>();

afterAll(async () => {
  for (const played of pasts.values()) {
    const past = await played;
    await past.close();
    rmSync(past.folder, { recursive: true });
  }
});

/** Plays a script once. Tests only read the past. */
function played(script: Script): Promise<PlayedPast> {
  const past = pasts.get(script) ?? playPast({ lengthMs: LENGTH_MS, ...script }, { seed: 40, now: NOW, liveMs: 15 * MINUTE, countEveryMs: 5 * MINUTE });
  pasts.set(script, past);
  return past;
}

const WINDOWS = [null, "1h", "24h", "7d"] as const;

function bandOf(past: PlayedPast, window: (typeof WINDOWS)[number] = null, group: FleetGroup | null = null): Promise<StateChartAnswer> {
  const place = group === null ? { cluster: [], ns: [], group: null } : { cluster: [group.place.cluster], ns: [group.place.namespace], group: group.name };
  return past.history.band({ ...place, window: window === null ? null : { kind: "last", name: window }, at: null, width: 800 }, past.scope);
}

function groupNamed(past: PlayedPast, name: string, cluster = "eu-1"): FleetGroup {
  const found = past.fleet.group(cluster, "shop", name);
  if (found === null) throw new Error(`There is no group ${name}.`);
  return found;
}

/** The points at which machines do not serve, as "SECONDS serving/total+missing". */
function troubleIn(past: PlayedPast, { points }: StateChartAnswer): readonly string[] {
  const troubled = points.filter(({ serving, total, missing }) => missing > 0 || serving < total);
  return troubled.map(({ at, serving, total, missing }) => `${Math.round((at - past.from) / SECOND)} ${serving}/${total}+${missing}`);
}

/** Everything that a group's page and row say of an outage. */
async function outageOf(past: PlayedPast, group: FleetGroup) {
  const band = await bandOf(past, null, group);
  const row = past.fleet.groupRow(group, WHOLE);
  const id = `${group.place.cluster}/${group.place.namespace}/${group.name}`;
  const { rows } = await past.history.rows({ kind: "groups", id: [id], window: { kind: "last", name: "1h" }, at: null, buckets: 60 }, past.scope);
  return {
    group: id,
    trouble: troubleIn(past, band),
    percent: band.availability?.percent,
    recovery: recoveryStatement(row, band),
    share: Math.max(...(rows[0]?.share ?? [])),
  };
}

const LATE_PODS: Script = { clusters: [healthyCluster("eu-1", { listedAfterMs: { "istiod-pods": 20 * SECOND } })], events: [] };
const THREE_CLUSTERS: Script = {
  clusters: [
    healthyCluster("eu-1"),
    healthyCluster("us-1", { reachedAfterMs: 90 * SECOND }),
    healthyCluster("ap-1", { reachedAfterMs: 4 * MINUTE, listedAfterMs: { workloadentries: 2 * SECOND, "istiod-pods": 3 * SECOND } }),
  ],
  events: [],
};
const STOPPED = restartAfter("stopped");
const KILLED = restartAfter("killed");

function restartAfter(how: "stopped" | "killed"): Script {
  return {
    clusters: [
      healthyCluster("eu-1", { listedAfterMs: { workloadentries: SECOND, "istiod-pods": 8 * SECOND } }),
      healthyCluster("us-1", { reachedAfterMs: 30 * SECOND }),
    ],
    events: [{ at: 15 * MINUTE, kind: "stolos-away", how, forMs: MINUTE }],
  };
}

const HEALTHY_STARTS: readonly (readonly [string, Script])[] = [
  ["one cluster", { clusters: [healthyCluster("eu-1")], events: [] }],
  ["entries that are listed after everything else", { clusters: [healthyCluster("eu-1", { listedAfterMs: { workloadentries: 3 * SECOND } })], events: [] }],
  ["istiod's Pods that are listed after the entries", LATE_PODS],
  ["groups that are listed after the entries", { clusters: [healthyCluster("eu-1", { listedAfterMs: { workloadgroups: 4 * SECOND } })], events: [] }],
  ["three clusters that start at different times", THREE_CLUSTERS],
  ["a restart after Stolos was stopped", STOPPED],
  ["a restart after Stolos was killed", KILLED],
  [
    "a rollout of istiod that ended ten seconds before",
    {
      clusters: [healthyCluster("eu-1", { reachedAfterMs: 110 * SECOND })],
      events: [{ at: MINUTE, kind: "rollout", version: "v2", everyMs: 20 * SECOND }],
    },
  ],
];

describe.each(HEALTHY_STARTS)("a healthy fleet and %s", (_name, script) => {
  it("has no outage in any band, availability, row, recovery or log", async () => {
    const past = await played(script);
    for (const window of WINDOWS) {
      const band = await bandOf(past, window);
      expect([window, troubleIn(past, band), band.availability?.percent]).toEqual([window, [], "100"]);
    }
    const groups = past.fleet.groups();
    expect(groups.length).toBe(4 * script.clusters.length);
    for (const group of groups) expect(await outageOf(past, group)).toMatchObject({ trouble: [], percent: "100", recovery: null, share: 0 });
    expect(await notRoutine(past)).toEqual([]);
  }, 120_000);
});

const LOG = { cluster: [], ns: [], group: null, name: "", uid: "", type: [], q: "", window: null, at: null, before: "", limit: 500 } as const;
const ROUTINE: ReadonlySet<string> = new Set(["disconnected", "renewed", "connected", "replica"]);
const ROUTINE_STATES: ReadonlySet<string> = new Set(["healthy", "reconnecting", "unchecked"]);

/** The entries' rows of the log, and of its file, besides routine reconnects. */
async function notRoutine(past: PlayedPast) {
  const { rows } = await past.history.activity({ ...LOG, cluster: [], ns: [], type: [] }, past.scope);
  expect(rows.length).toBeGreaterThan(10);
  const entries = rows.filter(({ kind, type, to }) => kind === "entry" && !ROUTINE.has(type) && (type !== "state" || !ROUTINE_STATES.has(to)));
  return entries.map(({ type, from, to, name }) => [type, from, to, name]);
}

describe("time before the first complete lists", () => {
  it("counts for nothing in each cluster, and the availability has the time for which it holds", async () => {
    const past = await played(THREE_CLUSTERS);
    const [eu, ap] = [await bandOf(past, "1h", groupNamed(past, "sized")), await bandOf(past, "1h", groupNamed(past, "sized", "ap-1"))];
    expect(eu.availability).toMatchObject({ since: past.from, observedMs: LENGTH_MS, unseenMs: 0, total: { least: 12, most: 12 } });
    const begin = past.from + 4 * MINUTE + 3 * SECOND;
    expect(ap.availability).toMatchObject({ unseenMs: 0, total: { least: 12, most: 12 } });
    expect([ap.availability?.since, ap.availability?.observedMs, ap.recorded.since].map((ms) => Math.round((ms ?? 0) / SECOND))).toEqual(
      [begin, past.now - begin, begin].map((ms) => Math.round(ms / SECOND)),
    );
    expect(ap.gaps.map(({ reason }) => reason)).toEqual(ap.gaps.map(() => "nothing was recorded yet"));
    const fleet = await bandOf(past);
    expect(fleet.availability?.total).toEqual({ least: 30, most: 90 });
  }, 120_000);

  it("is a gap of the band until istiod's Pods are listed", async () => {
    const past = await played(LATE_PODS);
    for (const group of [null, groupNamed(past, "sized")]) {
      const { gaps } = await bandOf(past, null, group);
      const blind = gaps.filter(({ blindTo }) => blindTo.length === 0);
      expect(blind).toEqual([{ from: past.from, to: past.from + 20 * SECOND, reason: "nothing was recorded yet", blindTo: [] }]);
    }
  }, 120_000);

  it("states a gap of a restart apart from the time before the start", async () => {
    const past = await played(STOPPED);
    const { availability } = await bandOf(past, null, groupNamed(past, "sized"));
    // Away for a minute, then eight seconds until istiod's Pods were listed.
    expect(Math.round((availability?.unseenMs ?? 0) / SECOND)).toBe(68);
    expect(Math.round((availability?.observedMs ?? 0) / SECOND)).toBe((LENGTH_MS - 76 * SECOND) / SECOND);
  }, 120_000);
});

const TROUBLED: ScriptCluster = {
  ...healthyCluster("eu-1", { listedAfterMs: { workloadentries: 3 * SECOND } }),
  groups: [
    { namespace: "shop", name: "short", size: 34, zones: ["eu-1a"], expected: "34", machine: (number) => ({ begins: number > 29 ? "lost" : "well" }) },
    { namespace: "shop", name: "failing", size: 6, zones: ["eu-1a"], machine: (number) => ({ begins: number > 4 ? { failing: "refused" } : "well" }) },
  ],
};

describe("trouble that is older than the history", () => {
  it("is no recovery of a group that never recovered, and the first list is the start", async () => {
    const past = await played({ clusters: [TROUBLED], events: [] });
    const [short, failing] = ["short", "failing"].map((name) => groupNamed(past, name));
    if (short === undefined || failing === undefined) throw new Error("two groups");
    expect(await outageOf(past, short)).toMatchObject({
      trouble: ["3 29/29+5"],
      percent: "85.29",
      recovery: { kind: "machines-awaited", serving: 29, awaited: 5, size: 34, fewest: null, fewestAt: null },
    });
    expect(await outageOf(past, failing)).toMatchObject({
      trouble: ["3 4/6+0"],
      percent: "66.66",
      recovery: { kind: "machines-awaited", serving: 4, awaited: 2, size: 6, fewest: null },
    });
  }, 120_000);

  it("ends without a recovery, because its loss is not recorded", async () => {
    const machines = { groups: ["shop/short"], numbers: [30, 31, 32, 33, 34] };
    const events: readonly ScriptEvent[] = [
      { at: 10 * MINUTE, kind: "return", machines },
      { at: 10 * MINUTE + 5 * SECOND, kind: "recover", machines },
    ];
    const past = await played({ clusters: [TROUBLED], events });
    const { recovery, trouble } = await outageOf(past, groupNamed(past, "short"));
    expect([trouble[0], recovery]).toEqual(["3 29/29+5", null]);
  }, 120_000);

  it("that is lost later has its recovery", async () => {
    const events: readonly ScriptEvent[] = [
      { at: 20 * MINUTE, kind: "lose", how: "stopped", machines: { groups: ["shop/sized"], most: 2 }, backMs: 5 * MINUTE },
    ];
    const past = await played({ clusters: [healthyCluster("eu-1")], events });
    const { recovery, trouble } = await outageOf(past, groupNamed(past, "sized"));
    expect(recovery).toMatchObject({ kind: "group-recovered", size: 12, isSeen: true });
    expect(trouble).toContainEqual(expect.stringMatching(/^1210 10\/10\+2$/));
  }, 120_000);
});

describe("a group that is created later", () => {
  const createdAt = 5 * MINUTE;
  const created = (["declared", "learned", "range"] as const).map((name): ScriptEvent => {
    const group = { namespace: "shop", name: `fresh-${name}`, size: 3, zones: ["eu-1a"] };
    const expected = { declared: { expected: "3" }, learned: {}, range: { expected: "3-9" } }[name];
    return { at: createdAt, kind: "create-group", group: { ...group, ...expected }, overMs: MINUTE };
  });
  const script: Script = { clusters: [healthyCluster("eu-1")], events: created };

  it.each([
    ["declares its size", "declared"],
    ["has a learned size", "learned"],
    ["has a range", "range"],
  ])(
    "and %s has no outage before it existed, nor while its machines join",
    async (_name, source) => {
      const past = await played(script);
      const record = groupNamed(past, `fresh-${source}`);
      const band = await bandOf(past, null, record);
      expect(totalOf(record, WHOLE)).toMatchObject({ total: 3, expected: 3, source });
      expect(band.points.filter(({ missing }) => missing > 0)).toEqual([]);
      expect(band.availability).toMatchObject({ since: past.from + createdAt, unseenMs: 0, total: { least: 1, most: 3 } });
      expect(Number(band.availability?.percent)).toBeGreaterThan(99);
      expect(recoveryStatement(past.fleet.groupRow(record, WHOLE), band)).toBeNull();
      const fleet = await bandOf(past);
      expect(fleet.points.filter(({ missing }) => missing > 0)).toEqual([]);
    },
    60_000,
  );

  it("has flaps for the time that it existed", async () => {
    const past = await played(script);
    const question = {
      kind: "groups",
      id: ["eu-1/shop/sized", "eu-1/shop/fresh-learned"],
      window: { kind: "last", name: "1h" },
      at: null,
      buckets: 12,
    } as const;
    const { rows } = await past.history.rows({ ...question, id: [...question.id] }, past.scope);
    expect(rows.map(({ id, flaps, flapsObservedMs }) => [id, flaps, flapsObservedMs]).sort()).toEqual([
      ["eu-1/shop/fresh-learned", 0, LENGTH_MS - createdAt],
      ["eu-1/shop/sized", 0, LENGTH_MS],
    ]);
  }, 120_000);
});

describe("the availability of a group", () => {
  const losing = ["range", "unsized", "sized"].flatMap((name): readonly ScriptEvent[] => {
    const machines = { groups: [`shop/${name}`], most: 2 };
    return [
      { at: 9 * MINUTE, kind: "fail", message: "refused", machines },
      { at: 10 * MINUTE, kind: "lose", how: "stopped", machines },
    ];
  });
  const script: Script = { lengthMs: 20 * MINUTE, clusters: [healthyCluster("eu-1")], events: [...losing].sort((one, other) => one.at - other.at) };

  it.each([
    ["range", "range: its losses and what is below its lower end", { most: 9, least: 9, missing: 2 }],
    ["unsized", "no known size: its losses", { most: 8, least: 8, missing: 2 }],
    ["sized", "a declared size", { most: 12, least: 12, missing: 2 }],
  ])(
    "has the one total of the page: %s (%s)",
    async (name, _rule, { most, least, missing }) => {
      const past = await played(script);
      const record = groupNamed(past, name);
      const band = await bandOf(past, null, record);
      const last = band.points.at(-1);
      expect(totalOf(record, WHOLE).total).toBe((last?.total ?? 0) + (last?.missing ?? 0));
      expect(last).toMatchObject({ missing });
      expect(band.availability).toMatchObject({ total: { least, most }, observedMs: 20 * MINUTE });
      // Two of its machines fail for a minute and are lost for ten: eleven of twenty minutes.
      const served = (most * 20 - 2 * 11) / (most * 20);
      expect(Number(band.availability?.percent)).toBeCloseTo(100 * served, 0);
    },
    60_000,
  );
});
