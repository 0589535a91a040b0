import { setTimeout as wait } from "node:timers/promises";
import { eachOf } from "@/e2e/ask";
import type { Cluster, KubeObject } from "@/e2e/cluster";
import { FIELDS, type Field, type HostileKind, markOf } from "./fields";
import { PAYLOADS } from "./payloads";

export const NAMESPACE = "shop";
const ISTIO = "networking.istio.io/v1";
const core = `/api/v1/namespaces/${NAMESPACE}`;
const istio = `/apis/${ISTIO}/namespaces/${NAMESPACE}`;

interface Planted {
  readonly collection: string;
  readonly object: Readonly<Record<string, unknown>>;
}
type ObjectKind = Exclude<HostileKind, "guard rails">;

export const nameOf = (payload: number) => `hostile-${String(payload).padStart(3, "0")}`;

/** An object without any hostile text; `about`: the uid of the machine that an Event is about. Machines, Services and ServiceEntries of one number find each other. */
const PLAIN: Readonly<Record<ObjectKind, (payload: number, about: string) => Planted>> = {
  WorkloadEntry: (n) =>
    plain(`${istio}/workloadentries`, n, { apiVersion: ISTIO, kind: "WorkloadEntry", spec: { address: "10.66.0.1", labels: { app: nameOf(n) } } }),
  WorkloadGroup: (n) => plain(`${istio}/workloadgroups`, n, { apiVersion: ISTIO, kind: "WorkloadGroup", spec: { template: {} } }),
  Service: (n) =>
    plain(`${core}/services`, n, { apiVersion: "v1", kind: "Service", spec: { selector: { app: nameOf(n) }, ports: [{ name: "http", port: 80 }] } }),
  ServiceEntry: (n) =>
    plain(`${istio}/serviceentries`, n, {
      ...{ apiVersion: ISTIO, kind: "ServiceEntry" },
      spec: { hosts: [`${nameOf(n)}.example`], resolution: "STATIC", location: "MESH_INTERNAL", ports: [{ number: 80, name: "http", protocol: "HTTP" }] },
    }),
  Event: (n, uid) =>
    plain(`${core}/events`, n, {
      ...{ apiVersion: "v1", kind: "Event", type: "Warning", lastTimestamp: new Date().toISOString() },
      involvedObject: { apiVersion: ISTIO, kind: "WorkloadEntry", namespace: NAMESPACE, name: nameOf(n), uid },
    }),
};

function plain(collection: string, payload: number, object: Readonly<Record<string, unknown>>): Planted {
  return { collection, object: { ...object, metadata: { name: nameOf(payload), namespace: NAMESPACE } } };
}

/** What one object holds in another: fields of the same name are joined, lists replaced. */
function joined(one: unknown, other: unknown): unknown {
  const isFields = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isFields(one) || !isFields(other)) return other;
  const both: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) both[key] = key in one ? joined(one[key], value) : value;
  return both;
}

/** The text of a payload in a field. */
export function textOf(field: Field, payload: number): string {
  return PAYLOADS[payload]?.(markOf(field, payload)) ?? "";
}

/** Which payloads the API server took in which field, by the field's code. */
export type Taken = ReadonlyMap<string, ReadonlySet<number>>;

/** Writes, for each payload, an object of each kind that carries it in every field in which the API server takes it. */
export async function plantAll(cluster: Cluster, payloads: readonly number[]): Promise<Taken> {
  const taken = new Map(FIELDS.map(({ code }) => [code, new Set<number>()]));
  const write = async (kind: ObjectKind, payload: number, about: string): Promise<string> => {
    const { collection, object } = PLAIN[kind](payload, about);
    const fields = FIELDS.filter((field) => field.kind === kind);
    const holding = (some: readonly Field[]) => some.reduce<unknown>((before, field) => joined(before, field.holding(textOf(field, payload))), object);
    const isTaken = (some: readonly Field[]) => cluster.create(`${collection}?dryRun=All`, holding(some)).then(...OR_REFUSED);
    const kept: Field[] = (await isTaken(fields)) ? [...fields] : [];
    if (kept.length === 0) for (const field of fields) if (await isTaken([field])) kept.push(field);
    const whole = holding(kept) as { readonly status?: unknown };
    const { metadata } = await cluster.create(collection, whole);
    if (whole.status !== undefined) await cluster.patch(`${collection}/${nameOf(payload)}/status`, { status: whole.status });
    for (const { code } of kept) taken.get(code)?.add(payload);
    return metadata.uid;
  };
  await eachOf(payloads, 6, async (payload) => {
    const machine = await write("WorkloadEntry", payload, "");
    for (const kind of ["WorkloadGroup", "Service", "ServiceEntry", "Event"] as const) await write(kind, payload, machine);
  });
  return taken;
}

/** The name of a machine and of a group that are there no more. */
export const goneName = (payload: number) => `gone-${String(payload).padStart(3, "0")}`;

/** Makes a machine and a group for each payload, with it in every field that the API server takes it in, and deletes them: pages remember both. */
export async function plantGone(cluster: Cluster, payloads: readonly number[]): Promise<void> {
  await eachOf(payloads, 6, async (payload) => {
    for (const kind of ["WorkloadEntry", "WorkloadGroup"] as const) {
      const { collection, object } = PLAIN[kind](payload, "");
      const stored = await cluster.get(`${collection}/${nameOf(payload)}`);
      const name = goneName(payload);
      await cluster.create(collection, { ...object, spec: fieldOf(stored, "spec"), metadata: { ...metadataOf(stored), name } });
      const status = fieldOf(stored, "status");
      if (status !== undefined) await cluster.patch(`${collection}/${name}/status`, { status });
    }
  });
  // A moment for whoever remembers: what was never seen is not remembered.
  await wait(5_000);
  await eachOf(payloads, 6, async (payload) => {
    for (const kind of ["WorkloadEntry", "WorkloadGroup"] as const) await cluster.delete(`${PLAIN[kind](payload, "").collection}/${goneName(payload)}`);
  });
}

function fieldOf(object: object, name: "spec" | "status"): unknown {
  return Object.entries(object).find(([key]) => key === name)?.[1];
}

/** What a copy of an object keeps of its metadata. */
function metadataOf({ metadata: { namespace, annotations, labels } }: KubeObject): object {
  return { namespace, annotations, labels };
}

/** An object that the API server refuses is refused for what it holds; any other error is one. */
const OR_REFUSED = [
  () => true,
  (error: unknown) => {
    if (error instanceof Error && /: (400|422) /.test(error.message)) return false;
    throw error;
  },
] as const;

/** The platform team's rules, with a preset and an allowed network for each payload. JSON is YAML. */
export function hostileRails(payloads: readonly number[]): string {
  const texts = (code: string) => FIELDS.filter((field) => field.code === code).flatMap((field) => payloads.map((payload) => textOf(field, payload)));
  return JSON.stringify({ networks: texts("Rl"), presets: texts("Rn").map((name) => ({ name })) });
}
