import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type KubeObject, refOf, type WatchEvent } from "@/lib/sandbox/istiod/kube-api";
import type { Recorded } from "@/lib/sandbox/recordings/comparable";
import type { WatchedStore } from "./cluster-feed";
import { incidentRow } from "./incident-row";
import { nodeOf } from "./mesh-objects";
import { StolosBeside } from "./stolos-beside";
import { Timeline } from "./timeline";

const SECOND = 1_000;
/** Stolos compares the lists with its history before the recording begins. */
const BEFORE_MS = 30 * SECOND;

interface RecordedLine extends Recorded {
  readonly t: number;
}

/** The objects of a recording, as the real API server sent them. */
class RecordedStore implements WatchedStore {
  readonly #objects = new Map<string, KubeObject>();
  readonly #followers = new Map<string, Set<(event: WatchEvent) => void>>();

  constructor(readonly timeline: Timeline) {}

  all(kind: string): readonly KubeObject[] {
    return [...this.#objects.values()].filter((object) => object.kind === kind);
  }

  follow(kind: string, onEvent: (event: WatchEvent) => void): () => void {
    const followers = this.#followers.get(kind) ?? new Set();
    this.#followers.set(kind, followers.add(onEvent));
    for (const object of this.all(kind)) onEvent({ type: "ADDED", object });
    return () => void followers.delete(onEvent);
  }

  send(type: WatchEvent["type"], object: KubeObject): void {
    const { kind, namespace, name } = refOf(object);
    if (type === "DELETED") this.#objects.delete(`${kind}/${namespace}/${name}`);
    else this.#objects.set(`${kind}/${namespace}/${name}`, object);
    for (const follower of this.#followers.get(kind) ?? []) follower({ type, object });
  }
}

function linesOf(name: string): readonly RecordedLine[] {
  const text = readFileSync(join(process.cwd(), "lib/sandbox/recordings/fleet", `${name}.ndjson`), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): RecordedLine => JSON.parse(line));
}

/** The beginning of a recording by the clock of its objects: no object arrives before it was written. Milliseconds. */
function beginningOf(lines: readonly RecordedLine[]): number {
  const times = lines.flatMap(({ t, object }) => {
    const { annotations = {} } = object?.metadata ?? {};
    const conditions = (object?.status?.conditions ?? []) as readonly { readonly lastProbeTime?: string | null }[];
    const written = [annotations["istio.io/connectedAt"], annotations["istio.io/disconnectedAt"], conditions[0]?.lastProbeTime];
    return written.flatMap((time) => (typeof time === "string" ? [Date.parse(time) - t] : []));
  });
  return Math.max(Date.UTC(2026, 10, 21, 20, 18), ...times);
}

/** Plays a recording to Stolos, and returns its incidents at some moments, by seconds since its beginning. */
async function playRecording(name: string, moments: readonly number[]): Promise<Record<string, readonly string[]>> {
  const lines = linesOf(name);
  const began = beginningOf(lines);
  const timeline = new Timeline(began - BEFORE_MS);
  const store = new RecordedStore(timeline);
  // The recordings have no Nodes. Those that their Pods name were ready.
  for (const node of ["node-1", "node-2", "node-3"]) {
    const place = { node, region: "eu-central-1", zone: "eu-central-1a", ip: "10.1.0.10" };
    store.send("ADDED", { ...nodeOf(place, timeline.nanos()), metadata: { name: node, uid: node, resourceVersion: "1" } });
  }
  for (const { event, object } of lines) if (event === "EXISTING" && object !== undefined) store.send("ADDED", object);
  const stolos = await StolosBeside.start(store);
  onTestFinished(() => stolos.close());
  for (const { t, event, object } of lines)
    if (event !== undefined && event !== "EXISTING" && object !== undefined)
      timeline.setTimer(() => store.send(event as WatchEvent["type"], object), began + t - timeline.now());
  const seen: Record<string, readonly string[]> = {};
  for (const moment of moments) {
    await timeline.runTo(began + moment * SECOND);
    seen[moment] = stolos.incidents.map(incidentRow);
  }
  return seen;
}

interface Expected {
  readonly name: string;
  readonly why: string;
  /** The incidents by seconds since the beginning of the recording. */
  readonly incidents: Readonly<Record<number, readonly string[]>>;
}

/** Written from the rules of incidents and the steps of each recording. */
const EXPECTED: readonly Expected[] = [
  {
    name: "lifecycle",
    why: "the only machine of a group fails, serves and leaves; the only machine of another group leaves for a reason of its own",
    incidents: {
      8: [],
      10: ["open, machine: 1 failed"],
      20: ["recovering, machine: 1 serving"],
      32: ["open, machine: 1 lost"],
      48: ["open, machine: 1 lost", "open, machine: 1 lost"],
      960: ["open, machine: 1 lost", "open, machine: 1 lost"],
    },
  },
  {
    name: "reconnect",
    why: "two short absences are no trouble; then the only machine of its group fails, and leaves while it fails",
    incidents: { 32: [], 34: ["open, machine: 1 failed"], 60: ["open, machine: 1 lost"], 960: ["open, machine: 1 lost"] },
  },
  {
    name: "recycle",
    why: "istiod closes connections at their maximum age, which is no trouble; at the end the only machine of its group leaves",
    incidents: { 150: [], 182: [], 185: ["open, machine: 1 lost"], 960: ["open, machine: 1 lost"] },
  },
  {
    name: "rollout",
    why: "machines move between replicas at once; the last replica ends with all machines, of which one group failed before, so two causes are known",
    incidents: {
      44: [],
      47: ["open, replica-gone replica=istiod-c: 1 unverified"],
      62: ["open, replica-gone replica=istiod-c: 1 unverified", "open, trait group=checkout zone=eu-central-1a: 1 failed, 1 unverified"],
      960: ["open, replica-gone replica=istiod-c: 1 unverified", "open, trait group=checkout zone=eu-central-1a: 1 failed, 1 unverified"],
    },
  },
  {
    name: "lost-replica",
    why: "a replica dies with a machine, whose entry is unverified once the Pod is gone; the other machine leaves healthy, and no successor joins within 2 min",
    incidents: {
      36: [],
      160: ["open, trait group=checkout zone=eu-central-1a: 1 lost, 1 unverified"],
      960: ["open, trait group=checkout zone=eu-central-1a: 1 lost, 1 unverified"],
    },
  },
  {
    name: "crash",
    why: "the same with a container that restarts in its Pod: the machine is unverified from the restart on",
    incidents: {
      12: [],
      140: ["open, trait group=checkout zone=eu-central-1a: 1 lost, 1 unverified"],
      960: ["open, trait group=checkout zone=eu-central-1a: 1 lost, 1 unverified"],
    },
  },
  {
    name: "entry-deleted",
    why: "the entry of the only machine of a group is deleted while it serves; the hand-written entry never served, and its deletion is planned",
    incidents: { 7: [], 9: ["open, machine: 1 lost"], 960: ["open, machine: 1 lost"] },
  },
  {
    name: "group-deleted",
    why: "a group is deleted while its machine serves; its next machine replaces the lost one, so the incident is over, and leaves again",
    incidents: {
      7: [],
      9: ["open, group-deleted: 1 lost"],
      44: ["over, group-deleted: 1 replaced"],
      60: ["over, group-deleted: 1 replaced", "open, machine: 1 lost"],
      960: ["over, group-deleted: 1 replaced", "open, machine: 1 lost"],
    },
  },
  { name: "refused", why: "refused machines never register", incidents: { 15: [], 960: [] } },
  {
    name: "odd-names",
    why: "both machines of a group leave in the same second, more than a rolling replacement takes; the only other machine has neither group nor revision",
    incidents: { 17: [], 20: ["open, trait group=plain revision=default: 2 lost"], 960: ["open, trait group=plain revision=default: 2 lost"] },
  },
  {
    name: "team",
    why: "the only machine of a group fails and leaves while it fails; the deletion of the empty group replaces no machine",
    incidents: { 7: [], 10: ["open, machine: 1 failed"], 25: ["open, machine: 1 lost"], 960: ["open, machine: 1 lost"] },
  },
];

it.each(EXPECTED)("the recording $name has these incidents: $why", { timeout: 180_000 }, async ({ name, incidents }) => {
  expect(await playRecording(name, Object.keys(incidents).map(Number))).toEqual(incidents);
});
