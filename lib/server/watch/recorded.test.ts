import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { ALL_NAMESPACES } from "@/lib/domain/source/source";
import type { Connection } from "@/lib/domain/verdict/verdict";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { parseIstiodPod } from "@/lib/server/kube/parse/istiod-pod";
import { parseNode } from "@/lib/server/kube/parse/node";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";
import { ManualClock } from "@/lib/testing/manual-clock";
import { createMemoryApi } from "@/lib/testing/memory-kube-client";
import { createClusterWorld } from "./cluster-world";
import { meshReachOf } from "./mesh-sinks";
import { startReflector } from "./reflector";
import type { Sink } from "./sink";
import { NOTHING_NEEDED } from "./source-needs";
import type { Parse, Tracked } from "./tracked";
import { WATCH_TIMINGS } from "./watch-timings";

const FOLDER = "lib/sandbox/recordings/fleet";
const CLUSTER = "recorded";
const PLURALS = { Pod: "pods", WorkloadGroup: "workloadgroups", WorkloadEntry: "workloadentries" } as const;

/** One line of a recording: what a watch said, or what was done. */
interface Line {
  /** Milliseconds since the recording began. */
  readonly t: number;
  readonly event?: "EXISTING" | "ADDED" | "MODIFIED" | "DELETED";
  readonly step?: string;
  readonly object?: {
    readonly kind: keyof typeof PLURALS;
    readonly metadata: { readonly uid: string; readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  };
}

/** The rows of the table that was written by hand, without its reasons: "from | entry | state | connection | serving". */
const TABLE = new Map(
  readFileSync("lib/domain/recorded-states.md", "utf8")
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf(":")), rowsOf(section)] as const),
);

function rowsOf(section: string): string[] {
  return [...section.matchAll(/^\| (\d.*?)\|\s*$/gm)].map(([, row = ""]) =>
    row
      .split("|")
      .slice(0, 5)
      .map((cell) => cell.trim())
      .join(" | "),
  );
}

function linesOf(recording: string): readonly Line[] {
  const text = readFileSync(`${FOLDER}/${recording}.ndjson`, "utf8").trim();
  return text.split("\n").map((line) => JSON.parse(line) as Line);
}

/** When the recording began, as near as it tells: nobody hears of a moment before it. */
function beginOf(lines: readonly Line[]): number {
  const heard = lines.flatMap(({ t, object }) => Object.entries(object?.metadata.annotations ?? {}).map(([key, value]) => ({ t, key, value })));
  return (
    Math.max(...heard.filter(({ key }) => /^istio\.io\/(dis)?connectedAt$/.test(key)).map(({ t, value }) => Math.ceil(Date.parse(value)) - t), 0) ||
    Date.UTC(2026, 10, 21, 20)
  );
}

/** A recording lasts as long as its last wait. */
function endOf(lines: readonly Line[]): number {
  return Math.max(...lines.map(({ t, step }) => t + 1_000 * Number(/^wait (\d+)s$/.exec(step ?? "")?.[1] ?? 0)));
}

/** The product from the API server's answers to the fleet store, on a clock that stands still until it is moved. */
function startProduct(began: number) {
  const clock = new ManualClock(began);
  const api = createMemoryApi(CLUSTER);
  // The recordings hold no Nodes: those that their Pods name were well all the time.
  for (const name of ["node-1", "node-2", "node-3"])
    api.put("nodes", { metadata: { uid: name, name }, status: { conditions: [{ type: "Ready", status: "True" }] } });
  const fleet = liveFleet([CLUSTER], clock.now);
  const sink = new LiveFleetSink(fleet, clock, { status: () => undefined, rights: () => undefined });
  const world = createClusterWorld(
    CLUSTER,
    () =>
      world.update(
        {
          ...{ pods: { kind: "watched", namespace: null }, nodes: { kind: "watched" }, mesh: meshReachOf(null, "istio-system", NOTHING_NEEDED) },
          namespaces: { seen: null, why: "not recorded" },
        },
        clock.now(),
      ),
    (value) => sink.world(value),
  );
  const follow = <T extends Tracked>(plural: string, into: Sink<T>, parse: Parse<T>) =>
    startReflector({
      ...{ client: api.client, clock, timings: WATCH_TIMINGS, random: () => 0.5, labelSelector: "", sink: into, parse },
      locate: async () => ({ ok: true, value: `/apis/networking.istio.io/v1/${plural}` }),
    });
  const reflectors = [
    follow("pods", world.pods, (raw, identity) => parseIstiodPod(raw, identity, CLUSTER)),
    follow("nodes", world.nodes, (raw, identity) => parseNode(raw, identity, CLUSTER)),
    follow("workloadgroups", sink.groups(CLUSTER, ALL_NAMESPACES), (raw, identity) => parseWorkloadGroup(raw, identity, CLUSTER)),
    follow("workloadentries", sink.entries(CLUSTER, ALL_NAMESPACES), (raw, identity) => parseWorkloadEntry(raw, identity, CLUSTER)),
  ];
  return {
    ...{ api, fleet, clock },
    isLive: () => reflectors.every((one) => one.report().freshness.kind === "live"),
    async stop() {
      for (const one of reflectors) one.stop();
      sink.stop();
      await Promise.all(reflectors.map((one) => one.ended));
    },
  };
}

/** Everything that is under way comes through. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Plays a recording to the product; answers with every change of an entry's words, in the form of the table. */
async function replayed(recording: string): Promise<{ readonly rows: string[]; readonly live: boolean }> {
  const lines = linesOf(recording);
  const began = beginOf(lines);
  const product = startProduct(began);
  const { api, fleet, clock } = product;
  const rows: string[] = [];
  const known = new Map<string, string>();
  const marks = new Map<string, number>();

  function look(from: (entry: WorkloadEntry) => string, line: number): void {
    const now = new Map<string, string>();
    for (const held of fleet.entries()) {
      const entry = fleet.entry(held);
      const { state, vouched, connection, serving } = fleet.verdict(held);
      now.set(entry.name, `${state}${vouched || connection.kind === "unmanaged" ? "" : ", in doubt"} | ${wordsOf(connection)} | ${serving.kind}`);
      if (known.get(entry.name) === now.get(entry.name)) continue;
      rows.push(`${from(entry)} | ${entry.name} | ${now.get(entry.name)}`);
      if (line > 0) marks.set(entry.name, line);
    }
    for (const name of known.keys()) if (!now.has(name)) rows.push(`${line} | ${name} | gone |  | `);
    known.clear();
    for (const [name, words] of now) known.set(name, words);
  }

  /** Time passes, in small steps and to each moment at which it alone changes a verdict. */
  async function passUntil(t: number): Promise<void> {
    while (clock.now() < began + t) {
      const due = fleet.evaluations.next ?? Number.POSITIVE_INFINITY;
      clock.advance(Math.max(0, Math.min(began + t, clock.now() + 500, due) - clock.now()));
      await settled();
      look((entry) => `${marks.get(entry.name)} + ${Math.round((clock.now() - (entry.disconnectedAt?.ms ?? 0)) / 1_000)}s`, 0);
      if (due <= clock.now() && fleet.evaluations.next === due) throw new Error("the fleet's clock did not tick");
    }
  }

  await settled();
  clock.advance(0);
  for (const [index, { t, event, object }] of lines.entries()) {
    if (event === undefined || object === undefined) continue;
    await passUntil(t);
    const plural = PLURALS[object.kind];
    if (event === "DELETED") api.remove(plural, object.metadata.uid);
    else api.put(plural, object);
    await settled();
    look(() => String(index + 1), index + 1);
  }
  await passUntil(endOf(lines));
  const live = product.isLive();
  await product.stop();
  return { rows, live };
}

function wordsOf(connection: Connection): string {
  return connection.kind === "ghost" || connection.kind === "leaked" ? `${connection.kind} ${connection.why}` : connection.kind;
}

describe("what a real istiod wrote is understood as somebody who knows Istio understands it", () => {
  it("in every recording there is", () => {
    expect([...TABLE.keys()].sort()).toEqual(
      readdirSync(FOLDER)
        .map((file) => file.replace(".ndjson", ""))
        .sort(),
    );
  });

  it.each([...TABLE.keys()])("%s: every entry, at each moment", async (recording) => {
    const { rows, live } = await replayed(recording);
    // Two entries that change in the same moment change in no order.
    expect(rows.sort()).toEqual(TABLE.get(recording)?.toSorted());
    expect(live, "to its end").toBe(true);
  });

  it("routine recycling is never called an outage", () => {
    const words = (TABLE.get("recycle") ?? []).filter((row) => Number.parseInt(row, 10) < 23).map((row) => row.split(" | ")[2]);
    expect(new Set(words)).toEqual(new Set(["awaiting", "healthy", "reconnecting"]));
  });
});
