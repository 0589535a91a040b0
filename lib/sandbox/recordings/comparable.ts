import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";

/** One line of a recording. */
export interface Recorded {
  readonly step?: string;
  readonly event?: string;
  readonly object?: KubeObject;
  readonly output?: string;
}

const timeShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Per object, what was said of it in order: without uids, versions and creation times, and with every other time as its rank within the object. */
export function comparable(recorded: readonly Recorded[]): Record<string, unknown[]> {
  const sequences: Record<string, unknown[]> = {};
  for (const { event, object } of recorded) {
    if (event === undefined || event === "EXISTING" || object === undefined) continue;
    // Whether a Pod is marked before it goes is the API server's affair, not istiod's.
    if (event === "MODIFIED" && object.metadata.deletionTimestamp !== undefined) continue;
    const { kind, metadata } = object;
    const key = `${kind} ${metadata.namespace}/${metadata.name}`;
    sequences[key] = [...(sequences[key] ?? []), { event, ...(kind === "Pod" ? podOf(object, event) : ranked(bare(object))) }];
  }
  return sequences;
}

function bare({ kind, metadata, spec, status }: KubeObject): Record<string, unknown> {
  const { labels, annotations, ownerReferences, generation } = metadata;
  return { kind, labels, annotations, owners: ownerReferences?.map(({ uid: _, ...owner }) => owner), generation, spec, status };
}

/** No kubelet ran where it was recorded: what one says last of a Pod is left out. */
function podOf(object: KubeObject, event: string): Record<string, unknown> {
  if (event === "DELETED") return {};
  const status = object.status as
    | { phase?: string; startTime?: string; containerStatuses?: { restartCount: number; state: object; lastState: object }[] }
    | undefined;
  const container = status?.containerStatuses?.[0];
  const { restartCount, state, lastState } = container ?? {};
  return ranked({ phase: status?.phase ?? "Pending", startTime: status?.startTime, restartCount, state, lastState });
}

function ranked(object: Record<string, unknown>): Record<string, unknown> {
  const times = new Set<string>();
  const text = JSON.stringify(object, (_, value: unknown) => {
    if (typeof value === "string" && timeShape.test(value)) times.add(value);
    return value;
  });
  const order = [...times].sort((a, b) => nanosOf(a) - nanosOf(b));
  return JSON.parse(text, (_, value: unknown) => (typeof value === "string" && times.has(value) ? `time ${order.indexOf(value)}` : value)) as Record<
    string,
    unknown
  >;
}

/** Good enough to order times of one recording: microseconds. */
function nanosOf(time: string): number {
  const fraction = /\.(\d+)Z$/.exec(time)?.[1] ?? "0";
  return Date.parse(time.replace(/\.\d+Z$/, "Z")) * 1000 + Number(fraction.padEnd(9, "0").slice(0, 6));
}
