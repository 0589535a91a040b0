import { parseGoTime } from "@/lib/sandbox/istiod/go-time";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import type { PlayedMachine, PlayedMesh } from "./mesh";

/** The eight state words, the first of which wins where several apply. */
export const COUNTED_WORDS = ["unhealthy", "lost", "unverified", "draining", "starting", "reconnecting", "not-checked", "healthy"] as const;
export type CountedWord = (typeof COUNTED_WORDS)[number];
export type WordCounts = Readonly<Record<CountedWord, number>>;

/** One group at a moment, counted from the script and the raw objects without any code of the product. */
export interface GroupCount {
  /** "NAMESPACE/NAME"; "" = entries in no group. */
  readonly group: string;
  /** Entries that exist. */
  readonly registered: number;
  /** Machines that have a stream to a running istiod. */
  readonly connected: number;
  /** Registered machines whose last report said healthy. */
  readonly wellReported: number;
  readonly words: WordCounts;
  /** The sum of `words`: registered machines and lost ones. */
  readonly total: number;
}

/** One machine at a moment. `id` of a hand-written entry: "NAMESPACE/NAME". */
export interface MachineCount {
  readonly id: string;
  readonly entry: string;
  readonly group: string;
  readonly zone: string;
  readonly version: string;
  readonly word: CountedWord;
  readonly message: string;
}

export interface ClusterCount {
  readonly cluster: string;
  readonly groups: readonly GroupCount[];
  readonly machines: readonly MachineCount[];
}

/** The whole fleet at a moment, in milliseconds since 1970. */
export interface FleetCount {
  readonly at: number;
  readonly clusters: readonly ClusterCount[];
}

type Counted = MachineCount & { readonly machine: PlayedMachine | null };

const GRACE_SLACK_MS = 5_000;
const STREAM_GRACE_MS = 10_000;
const FUTURE_MS = 30_000;
const ORDERLY_GHOST_MS = 60_000;
const DEFAULT_AGE_MS = 30 * 60_000;

const ANNOTATIONS = {
  ...{ group: "istio.io/autoRegistrationGroup", replica: "istio.io/workloadController", gate: "proxy.istio.io/health-checks-enabled" },
  ...{ connected: "istio.io/connectedAt", disconnected: "istio.io/disconnectedAt" },
} as const;

/** Counts one cluster. It follows the Pods and entries from the beginning, because some states depend on the past. */
export class ClusterCounter {
  /** The end of each Pod's replica: its time, and its way. */
  readonly #ended = new Map<string, { readonly at: number; readonly inOrder: boolean; readonly revision: string }>();
  readonly #everRegistered = new Set<string>();
  /** Times by their text: an entry has the same in many counts. */
  readonly #times = new Map<string, number | null>();

  constructor(private readonly mesh: PlayedMesh) {
    const { store } = mesh;
    store.follow("Pod", ({ type, object }) => {
      const isDown = type === "DELETED" || runningSince(object) === null;
      if (!isDown) this.#ended.delete(object.metadata.name);
      else if (!this.#ended.has(object.metadata.name)) {
        const inOrder = object.metadata.deletionTimestamp !== undefined;
        this.#ended.set(object.metadata.name, { at: store.timeline.now(), inOrder, revision: revisionOf(object) });
      }
    });
    store.follow("WorkloadEntry", ({ object }) => this.#everRegistered.add(keyOf(object)));
  }

  count(): ClusterCount {
    const { machines, store, name } = this.mesh;
    const entries = new Map(store.all("WorkloadEntry").map((entry) => [keyOf(entry), entry]));
    const counted: Counted[] = [];
    for (const machine of machines) {
      const key = `${machine.group.split("/")[0]}/${machine.entry}`;
      const entry = entries.get(key);
      entries.delete(key);
      const { id, group, zone, version } = machine;
      if (entry !== undefined) counted.push({ id, entry: machine.entry, group, zone, version, machine, ...this.#stateOf(entry) });
      else if (this.#everRegistered.has(key) || !machine.runs)
        counted.push({ id, entry: machine.entry, group, zone, version, machine, word: "lost", message: "" });
    }
    for (const [key, entry] of entries) {
      const group = entry.metadata.annotations?.[ANNOTATIONS.group] ?? "";
      const place = { id: key, entry: entry.metadata.name, group: group === "" ? "" : `${entry.metadata.namespace}/${group}`, zone: "", version: "" };
      counted.push({ ...place, machine: null, ...this.#stateOf(entry) });
    }
    const groups = new Map<string, Counted[]>(store.all("WorkloadGroup").map((group) => [keyOf(group), []]));
    for (const one of counted) {
      const members = groups.get(one.group);
      if (members === undefined) groups.set(one.group, [one]);
      else members.push(one);
    }
    return {
      cluster: name,
      groups: [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([group, members]) => groupCount(group, members)),
      machines: counted.map(({ machine: _, ...one }) => one),
    };
  }

  #stateOf(entry: KubeObject): { readonly word: CountedWord; readonly message: string } {
    const { metadata, status } = entry;
    const marks = metadata.annotations ?? {};
    const conditions = (status?.conditions ?? []) as readonly { readonly type: string; readonly status: string; readonly message?: string }[];
    const health = conditions.find(({ type }) => type === "Healthy");
    const isChecked = ["1", "t", "T", "TRUE", "true", "True"].includes(marks[ANNOTATIONS.gate] ?? "");
    const connection = this.#connectionOf(marks);
    const word = ((): CountedWord => {
      if (isChecked && health?.status === "False") return "unhealthy";
      if (connection === "unverified") return "unverified";
      if ((metadata.labels?.["istio.io/draining"] ?? "") !== "") return "draining";
      if (isChecked && health?.status !== "True") return "starting";
      if (connection === "reconnecting") return "reconnecting";
      return isChecked ? "healthy" : "not-checked";
    })();
    return { word, message: health?.message ?? "" };
  }

  /** The connection is proven, between two streams, or unverified. */
  #connectionOf(marks: Readonly<Record<string, string>>): "proven" | "reconnecting" | "unverified" {
    const now = this.mesh.store.timeline.now();
    const { graceMs, maxAgeMs } = this.mesh.settings;
    const replica = marks[ANNOTATIONS.replica] ?? "";
    if ((marks[ANNOTATIONS.group] ?? "") === "" && replica === "") return "proven";
    const connected = this.#millisecondsOf(marks[ANNOTATIONS.connected]);
    if (connected !== null) {
      const limit = maxAgeMs ?? DEFAULT_AGE_MS;
      if (connected - now > FUTURE_MS || (maxAgeMs !== null && now - connected >= 1.5 * limit)) return "unverified";
      const ghost = this.#ghostOf(replica, connected, now);
      if (ghost !== null) return ghost;
      return maxAgeMs !== null && now - connected >= 1.1 * limit + STREAM_GRACE_MS + GRACE_SLACK_MS ? "reconnecting" : "proven";
    }
    const left = this.#millisecondsOf(marks[ANNOTATIONS.disconnected]);
    if (left === null) return "proven";
    return now - left < graceMs + GRACE_SLACK_MS ? "reconnecting" : "unverified";
  }

  #millisecondsOf(text: string | undefined): number | null {
    if (text === undefined) return null;
    const known = this.#times.get(text);
    if (known !== undefined) return known;
    const read = millisecondsOf(text);
    this.#times.set(text, read);
    return read;
  }

  /** Null while the replica can have the connection. */
  #ghostOf(name: string, connected: number, now: number): "reconnecting" | "unverified" | null {
    const { store } = this.mesh;
    const ended = this.#ended.get(name);
    const pod = store.get({ kind: "Pod", namespace: "istio-system", name });
    if (ended !== undefined || pod === null) {
      const others = store.all("Pod").filter((other) => other.metadata.name !== name && isReady(other) && revisionOf(other) === ended?.revision);
      return ended?.inOrder === true && others.length > 0 && now - ended.at < ORDERLY_GHOST_MS ? "reconnecting" : "unverified";
    }
    const startedAt = runningSince(pod) ?? 0;
    if (Math.floor(startedAt / 1000) > Math.floor(connected / 1000)) return "unverified";
    const node = store.get({ kind: "Node", namespace: "", name: String(pod.spec?.nodeName ?? "") });
    if (node !== null && readyStatus(node) === "Unknown") return "unverified";
    const deletion = millisecondsOf(pod.metadata.deletionTimestamp as string | undefined);
    return deletion !== null && now > deletion ? "unverified" : null;
  }
}

function groupCount(group: string, own: readonly Counted[]): GroupCount {
  const words = Object.fromEntries(COUNTED_WORDS.map((word) => [word, 0])) as Record<CountedWord, number>;
  for (const { word } of own) words[word]++;
  const registered = own.filter(({ word }) => word !== "lost");
  return {
    group,
    registered: registered.length,
    connected: own.filter(({ machine }) => machine?.actor.state.kind === "connected").length,
    wellReported: registered.filter(({ machine }) => machine?.message === "").length,
    words,
    total: own.length,
  };
}

/** The words of a fleet, or of some of its clusters, added up. */
export function wordsOf(count: FleetCount, clusters?: readonly string[]): WordCounts & { readonly total: number } {
  const groups = count.clusters.filter(({ cluster }) => clusters?.includes(cluster) ?? true).flatMap((one) => one.groups);
  const sum = (word: CountedWord) => groups.reduce((all, { words }) => all + words[word], 0);
  const words = Object.fromEntries(COUNTED_WORDS.map((word) => [word, sum(word)])) as Record<CountedWord, number>;
  return { ...words, total: groups.reduce((all, { total }) => all + total, 0) };
}

function keyOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}

function millisecondsOf(text: string | undefined): number | null {
  const nanos = parseGoTime(text);
  return nanos === null ? null : Number(nanos / 1_000_000n);
}

function runningSince(pod: KubeObject): number | null {
  const [container] = (pod.status?.containerStatuses ?? []) as readonly { readonly state?: { readonly running?: { readonly startedAt: string } } }[];
  return millisecondsOf(container?.state?.running?.startedAt);
}

function revisionOf({ metadata }: KubeObject): string {
  return metadata.labels?.["istio.io/rev"] ?? "";
}

function readyStatus({ status }: KubeObject): string {
  return ((status?.conditions ?? []) as readonly { readonly type: string; readonly status: string }[]).find(({ type }) => type === "Ready")?.status ?? "";
}

function isReady(pod: KubeObject): boolean {
  return readyStatus(pod) === "True" && pod.metadata.deletionTimestamp === undefined;
}
