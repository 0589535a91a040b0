import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deniedNodeAndNamespaceFacts } from "@/lib/domain/mesh/mesh-facts";
import type { World } from "@/lib/domain/mesh/world";
import { factsWords } from "@/lib/format/facts-words";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { identityOf } from "@/lib/server/kube/parse/identity";
import { type IstiodPod, parseIstiodPod } from "@/lib/server/kube/parse/istiod-pod";
import { parseNode } from "@/lib/server/kube/parse/node";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";
import { EndedReplicas } from "@/lib/server/watch/ended-replicas";
import { buildWorld, type WorldParts } from "@/lib/server/watch/world-builder";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ArrayHistory } from "@/lib/testing/server/array-history";
import { createRecorder } from "./recorder";

const CLUSTER = "recorded";

interface Line {
  readonly t: number;
  readonly event?: string;
  readonly object?: {
    readonly kind: string;
    readonly metadata: { readonly annotations?: Record<string, string> };
    readonly status?: { conditions?: { lastProbeTime?: string | null }[] };
  };
}

const linesOf = (name: string): readonly Line[] =>
  readFileSync(join(process.cwd(), "lib/sandbox/recordings/fleet", `${name}.ndjson`), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Line => JSON.parse(line));

/** When the recording began, by the clock that its objects were written with: nothing is heard of before it was written. */
function beginningOf(lines: readonly Line[]): number {
  const begins = lines.flatMap(({ t, object }) => {
    const { annotations = {} } = object?.metadata ?? {};
    const times = [annotations["istio.io/connectedAt"], annotations["istio.io/disconnectedAt"], object?.status?.conditions?.[0]?.lastProbeTime];
    return times.flatMap((time) => (time === undefined || time === null ? [] : [Date.parse(time) - t]));
  });
  return Math.max(Date.UTC(2026, 10, 21), ...begins);
}

const NO_MESH: Pick<WorldParts, "configs" | "gateways" | "networkGateways" | "places"> = {
  configs: { namespace: "istio-system", revisions: [], of: () => ({ kind: "absent" }) },
  gateways: { kind: "denied", source: "not recorded" },
  networkGateways: { kind: "denied", source: "not recorded" },
  places: deniedNodeAndNamespaceFacts("not recorded"),
};

/** The recordings hold no Nodes: those that their Pods name were well all the time. */
const NODES = ["node-1", "node-2", "node-3"].map((name) =>
  parseNode({ status: { conditions: [{ type: "Ready", status: "True" }] } }, { uid: name, namespace: "", name, resourceVersion: "1" }, CLUSTER),
);

function worldOf(pods: Iterable<IstiodPod>, now: number, ended: EndedReplicas): World {
  const built = buildWorld({
    cluster: CLUSTER,
    pods: { seen: [...pods], where: "Pods" },
    deployments: [],
    nodes: { seen: NODES, where: "Nodes" },
    ...NO_MESH,
  });
  return { ...built, endedReplicas: ended.follow(built.replicas, now) };
}

/** Plays a recording to the fleet as its watches would, with a recorder beside it; a minute passes after the last line. */
async function remembered(name: string) {
  const lines = linesOf(name);
  const began = beginningOf(lines);
  const clock = new ManualClock(began);
  const history = new ArrayHistory();
  const fleet = liveFleet([CLUSTER], clock.now);
  const recorder = createRecorder({ fleet, writer: history, history, clock });
  const sink = new LiveFleetSink(fleet, clock, { status: () => undefined, rights: () => undefined, sources: recorder });
  const [entries, groups] = [sink.entries(CLUSTER, "*"), sink.groups(CLUSTER, "*")];
  const [pods, ended] = [new Map<string, IstiodPod>(), new EndedReplicas()];
  const live = async () => {
    sink.world(worldOf(pods.values(), clock.now(), ended));
    for (const one of [groups, entries]) {
      one.beginReplace();
      one.endReplace();
      one.freshness({ kind: "live", asOf: clock.now() });
    }
    await new Promise((resolve) => setImmediate(resolve));
  };
  let isLive = false;
  for (const { t, event, object } of lines) {
    clock.advance(began + t - clock.now());
    if (event !== "EXISTING" && !isLive) {
      isLive = true;
      await live();
    }
    const identity = identityOf(object);
    if (object === undefined || "missing" in identity) continue;
    const gone = event === "DELETED";
    if (object.kind === "WorkloadEntry") gone ? entries.remove(identity) : entries.upsert(parseWorkloadEntry(object, identity, CLUSTER));
    else if (object.kind === "WorkloadGroup") gone ? groups.remove(identity) : groups.upsert(parseWorkloadGroup(object, identity, CLUSTER));
    else {
      if (gone) pods.delete(identity.name);
      else pods.set(identity.name, parseIstiodPod(object, identity, CLUSTER));
      if (isLive) sink.world(worldOf(pods.values(), clock.now(), ended));
    }
  }
  clock.advance(60_000);
  recorder.stop();
  return { history, began };
}

/** The timeline of a recording: by subject, a line for each thing that happened, with seconds since the beginning. */
async function timelineOf(name: string): Promise<Record<string, readonly string[]>> {
  const { history, began } = await remembered(name);
  const told: Record<string, string[]> = {};
  const tell = (subject: { kind: string; name: string }, at: number, what: string) => {
    const key = `${subject.kind} ${subject.name}`;
    told[key] = [...(told[key] ?? []), `${((at - began) / 1000).toFixed(1)} ${what}`];
  };
  for (const { subject, at, notBefore, type, from, to, detail, facts } of history.transitions) {
    if (subject.kind === "recorder") continue;
    const said =
      ["message", "ended"].includes(type) || to === "False" ? ` ${detail}`.trimEnd() : facts?.kind === "left" ? ` ${factsWords(facts)}`.trimEnd() : "";
    const uids = type === "incarnation";
    tell(subject, at, `${notBefore === null ? "" : "?"}${type} ${uids ? from.slice(0, 4) : from}>${uids ? to.slice(0, 4) : to}${said}`);
  }
  for (const { subject, versions } of history.subjects.values()) {
    for (const { confirmedAt } of versions) if (confirmedAt !== null) tell(subject, confirmedAt, "confirmed");
  }
  for (const lines of Object.values(told)) lines.sort((a, b) => Number.parseFloat(a) - Number.parseFloat(b));
  return told;
}

const [vm1, vm2] = ["entry checkout-10.30.0.1-vpc-2", "entry checkout-10.30.0.2-vpc-2"] as const;

/** What nearly every recording begins with. A hand-written entry with a gate and nobody to report for it waits for ever. */
const scenery = (at: number, end: readonly string[] = []) => ({
  "group checkout": [`${at.toFixed(1)} group-created >`],
  "group plain": [`${at.toFixed(1)} group-created >`],
  "entry hand-written": [`${at.toFixed(1)} appeared >awaiting`, ...end],
});
const born = (at: string, replica: string, state = "awaiting") => [`${at} appeared >${state}`, `${at} connected >${replica}`];
const firstReport = (at: string) => [`${at} health >True`, `${at} state awaiting>healthy`, `${at} serving no-awaiting>yes-checked`];
const turnsBad = (at: string, message: string) => [
  `${at} health True>False ${message}`,
  `${at} state healthy>unhealthy`,
  `${at} serving yes-checked>no-unhealthy`,
];
const away = (at: string, replica: string, state = "healthy") => [`${at} disconnected ${replica}>`, `${at} state ${state}>reconnecting`];
const back = (at: string, from: string, to: string, state = "healthy") => [`${at} renewed ${from}>${to}`, `${at} state reconnecting>${state}`];
/** Ten seconds after it left the grace period is over, and istiod removes it (docs/istio.md#grace-period). */
const leaves = (at: string) => [`${at} ended reconnecting>left`];

/**
 * Written by hand from the recordings' steps and from docs/istio.md#cleanup, #reports and #dead-replica, before the recorder existed. Seconds are those of the
 * events; what no event tells (a grace period that ends) lies ten seconds after istiod's own time.
 */
const timelines: readonly [name: string, claim: string, expected: Record<string, readonly string[]>][] = [
  [
    "lifecycle",
    "a machine comes, fails, says something else, says it again, recovers, leaves",
    {
      ...{ ...scenery(0.6), "group plain": ["0.7 group-created >"], "entry hand-written": ["0.7 appeared >awaiting"] },
      [vm1]: [
        ...born("2.7", "istiod-a"),
        ...firstReport("5.7"),
        ...turnsBad("8.7", 'Get "http://10.30.0.1:8080/healthz": dial tcp 10.30.0.1:8080: connect: connection refused'),
        "11.7 message False>False readiness probe failed: 503",
        "14.7 confirmed",
        ...["17.7 health False>True", "17.7 state unhealthy>healthy", "17.7 serving no-unhealthy>yes-checked"],
        ...away("20.7", "istiod-a"),
        ...leaves("30.7"),
      ],
      "entry plain-10.30.0.2": [...born("2.7", "istiod-b", "unchecked"), ...away("35.7", "istiod-b", "unchecked"), ...leaves("45.7")],
    },
  ],
  [
    "reconnect",
    "two short absences are no flap of health: the report that is replayed says what it said; the one after them did turn",
    {
      ...scenery(0.5),
      [vm1]: [
        ...born("2.5", "istiod-a"),
        ...firstReport("4.5"),
        ...away("7.5", "istiod-a"),
        ...back("11.5", "istiod-a", "istiod-a"),
        "12.5 confirmed",
        ...away("27.5", "istiod-a"),
        ...back("31.6", "istiod-a", "istiod-b"),
        ...turnsBad("32.6", "readiness probe failed: 500"),
        // It fails already: away or not, that stays its word.
        "47.6 disconnected istiod-b>",
        "57.6 ended unhealthy>left readiness probe failed: 500",
      ],
    },
  ],
  [
    "recycle",
    "streams are recycled twice: one unbroken chain of sessions, never longer away than a moment",
    {
      ...scenery(0.4),
      [vm1]: [
        ...born("2.5", "istiod-a"),
        ...firstReport("3.5"),
        ...away("70.2", "istiod-a"),
        ...back("70.4", "istiod-a", "istiod-a"),
        "70.4 confirmed",
        ...away("142.0", "istiod-a"),
        ...back("142.2", "istiod-a", "istiod-a"),
        "142.2 confirmed",
        ...away("173.5", "istiod-a"),
        ...leaves("183.5"),
      ],
    },
  ],
  [
    "rollout",
    "machines are handed from replica to replica; who was with the last one is left in doubt unless it said good-bye",
    {
      ...scenery(0.3),
      [vm1]: [
        ...born("2.4", "istiod-a"),
        ...firstReport("4.4"),
        "7.4 state healthy>unverified",
        ...["7.6 renewed istiod-a>istiod-b", "7.6 state unverified>healthy", "7.6 confirmed"],
        "25.8 state healthy>unverified",
        ...["26.1 renewed istiod-b>istiod-c", "26.1 state unverified>healthy", "26.1 confirmed"],
        ...away("44.9", "istiod-c"),
        // No istiod is left that would remove it.
        "59.9 state reconnecting>disconnected",
      ],
      [vm2]: [
        ...born("2.4", "istiod-a"),
        ...["4.4 health >False readiness probe failed: 503", "4.4 state awaiting>unhealthy", "4.4 serving no-awaiting>no-unhealthy"],
        ...["7.6 renewed istiod-a>istiod-b", "7.6 confirmed", "26.0 renewed istiod-b>istiod-c", "26.0 confirmed"],
      ],
      "entry plain-10.30.0.3": [
        ...born("2.4", "istiod-b", "unchecked"),
        ...away("25.8", "istiod-b", "unchecked"),
        ...back("26.1", "istiod-b", "istiod-c", "unchecked"),
        "44.9 state unchecked>unverified",
      ],
      "replica istiod-a": ["7.4 replica-went default>", "41.3 replica-came >default"],
      "replica istiod-b": ["25.8 replica-went default>", "41.9 replica-came >default"],
      "replica istiod-c": ["22.8 replica-came >default", "44.9 replica-went default>"],
    },
  ],
  [
    "lost-replica",
    "a replica dies with a machine, and nobody writes: from the event on that shows the Pod gone it is never healthy again",
    {
      ...{ ...scenery(0.4), "group plain": ["0.5 group-created >"], "entry hand-written": ["0.5 appeared >awaiting"] },
      [vm1]: [
        ...born("2.5", "istiod-a"),
        ...firstReport("4.5"),
        ...["6.7 renewed istiod-a>istiod-b", "6.7 confirmed"],
        ...away("57.2", "istiod-b"),
        // istiod's own time was 57.15.
        "67.2 ended reconnecting>left",
      ],
      // The Pod of the same name that comes half a second later began after the connection did.
      [vm2]: [...born("2.5", "istiod-a"), ...firstReport("4.5"), "36.6 state healthy>unverified"],
      "replica istiod-a": ["36.6 replica-went default>", "37.1 replica-came >default"],
    },
  ],
  [
    "crash",
    "the container of a replica dies and starts anew within its Pod",
    {
      ...{ ...scenery(0.6), "entry hand-written": ["0.6 appeared >awaiting"] },
      [vm1]: [
        ...born("2.7", "istiod-a"),
        ...firstReport("4.7"),
        "6.9 renewed istiod-a>istiod-b",
        "6.9 confirmed",
        ...away("32.4", "istiod-b"),
        ...leaves("42.4"),
      ],
      [vm2]: [...born("2.7", "istiod-a"), ...firstReport("4.7"), "12.4 state healthy>unverified"],
      "replica istiod-a": ["12.4 replica-restarted default>default"],
    },
  ],
  [
    "entry-deleted",
    "somebody deletes the entry of a machine that is connected and well, and one that was written by hand",
    {
      ...scenery(0.7, ["47.4 ended awaiting>deleted"]),
      [vm1]: [...born("2.7", "istiod-a"), ...firstReport("4.7"), "7.8 ended healthy>removed"],
    },
  ],
  [
    "group-deleted",
    "a group is deleted under a connected machine: who was lost, and that it is connected still; its next entry is another incarnation",
    {
      ...scenery(0.3),
      "group checkout": ["0.3 group-created >", "7.4 group-deleted 1> checkout-10.30.0.1-vpc-2: still connected to istiod-a", "33.0 group-created >"],
      [vm1]: [
        ...born("2.4", "istiod-a"),
        ...firstReport("4.4"),
        "7.4 ended healthy>group-deleted",
        ...["35.7 appeared >awaiting", "35.7 incarnation 72b9>0d75", "35.7 connected >istiod-a"],
        ...firstReport("43.9"),
        ...away("46.9", "istiod-a"),
        ...leaves("56.9"),
      ],
    },
  ],
  [
    "refused",
    "who is refused leaves no trace at all",
    { ...scenery(0.5), "group plain": ["0.6 group-created >"], "entry hand-written": ["0.6 appeared >awaiting"] },
  ],
  [
    "odd-names",
    "odd names are names",
    {
      ...scenery(0.3),
      "entry plain-2001-db8--7": [...born("2.4", "istiod-a", "unchecked"), ...away("7.5", "istiod-a", "unchecked"), ...leaves("17.5")],
      "entry plain-10.30.0.8": [...born("2.4", "istiod-b", "unchecked"), ...away("7.5", "istiod-b", "unchecked"), ...leaves("17.5")],
    },
  ],
  [
    "team",
    "a machine fails, leaves while it fails, and its group goes when nobody is left",
    {
      "group checkout": ["0.2 group-created >", "27.3 group-deleted 0>"],
      "entry checkout-10.20.0.11-vpc-2": [
        ...born("2.2", "istiod-a"),
        ...firstReport("5.2"),
        ...turnsBad("8.2", "readiness probe failed: 503"),
        "13.2 disconnected istiod-a>",
        "23.2 ended unhealthy>left readiness probe failed: 503",
      ],
    },
  ],
];

describe("what a real istiod did, as the history remembers it", () => {
  it.each(timelines)("%s: %s", async (name, _claim, expected) => {
    expect(await timelineOf(name)).toEqual(expected);
  });
});

describe("in every recording", () => {
  it.each(timelines.map(([name]) => name))("%s: the versions of an entry follow each other without a hole, and none is held twice", async (name) => {
    const { history } = await remembered(name);
    for (const { versions } of history.subjects.values()) {
      expect(new Set(versions.map(({ versionKey }) => versionKey)).size).toBe(versions.length);
      expect(versions.slice(1).map(({ at }) => at)).toEqual(versions.slice(0, -1).map(({ to }) => to));
    }
  });
});
