import { setTimeout as wait } from "node:timers/promises";
import { eachOf } from "@/e2e/ask";
import type { Cluster, KubeObject } from "@/e2e/cluster";
import { FIELDS, type Field, type HostileKind, IN_A_LIST, markOf } from "./fields";
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

/** The name of the objects of a number, of which there are as many as payloads. */
export const nameOf = (number: number) => `hostile-${String(number).padStart(3, "0")}`;

/** The machine that an Event is about. */
interface About {
  readonly name: string;
  readonly uid: string;
}

/** An object without any hostile text. Machines, Services and ServiceEntries of one number find each other. */
const PLAIN: Readonly<Record<ObjectKind, (number: number, about: About) => Planted>> = {
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
  Event: (n, about) =>
    plain(`${core}/events`, n, {
      ...{ apiVersion: "v1", kind: "Event", type: "Warning", lastTimestamp: new Date().toISOString() },
      involvedObject: { apiVersion: ISTIO, kind: "WorkloadEntry", namespace: NAMESPACE, ...about },
    }),
};

const NOTHING: About = { name: "", uid: "" };

function plain(collection: string, number: number, object: Readonly<Record<string, unknown>>): Planted {
  return { collection, object: { ...object, metadata: { name: nameOf(number), namespace: NAMESPACE } } };
}

/** What one object holds in another: fields of the same name are joined, and what stands in lists at the same place. */
function joined(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) {
    const longer = one.length > other.length ? one : other;
    return longer.map((_, at) => (at < one.length && at < other.length ? joined(one[at], other[at]) : (one[at] ?? other[at])));
  }
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

/** On how many objects, the first ones, each payload stands in every field that is a list or a map, and in some other field too. */
export const visitedOf = (payloads: readonly number[]) => Math.ceil(payloads.length / IN_A_LIST);

/** The payloads that the object of a number carries in a field: in each field others, so that a page of one object shows many. */
function carriedIn(field: Field, number: number, payloads: readonly number[]): readonly number[] {
  const alike = FIELDS.filter(({ kind }) => kind === field.kind);
  const first = number + alike.indexOf(field) * Math.floor(payloads.length / alike.length);
  return Array.from({ length: field.carries }, (_, at) => payloads[(first + at * visitedOf(payloads)) % payloads.length] ?? 0);
}

/** The payloads that the first objects carry in one or another of these fields: of all objects, where no number says how many. */
export function carriedOn(fields: readonly Field[], payloads: readonly number[], objects = payloads.length): ReadonlySet<number> {
  return new Set(Array.from({ length: objects }, (_, number) => fields.flatMap((field) => carriedIn(field, number, payloads))).flat());
}

/** Writes as many objects of each kind as there are payloads: in every field each payload stands on some object. */
export async function plantAll(cluster: Cluster, payloads: readonly number[]): Promise<void> {
  const write = async (kind: ObjectKind, number: number, about: About): Promise<string> => {
    const { collection, object } = PLAIN[kind](number, about);
    const fields = FIELDS.filter((field) => field.kind === kind);
    const texts = (field: Field) => carriedIn(field, number, payloads).map((payload) => textOf(field, payload));
    const whole = fields.reduce<unknown>((before, field) => joined(before, field.holding(texts(field))), object) as { readonly status?: unknown };
    const { metadata } = await cluster.create(collection, whole);
    if (whole.status !== undefined) await cluster.patch(`${collection}/${nameOf(number)}/status`, { status: whole.status });
    return metadata.uid;
  };
  const machines = new Map<number, About>();
  await eachOf([...payloads.keys()], 6, async (number) => {
    machines.set(number, { name: nameOf(number), uid: await write("WorkloadEntry", number, NOTHING) });
    for (const kind of ["WorkloadGroup", "Service", "ServiceEntry"] as const) await write(kind, number, NOTHING);
  });
  // Several about each of the machines whose pages are looked at.
  await eachOf([...payloads.keys()], 6, (number) => write("Event", number, machines.get(number % visitedOf(payloads)) ?? NOTHING));
}

/** The name of a machine and of a group that are there no more. */
export const goneName = (number: number) => `gone-${String(number).padStart(3, "0")}`;

/** Makes as many machines and groups again, copies of those that are there, and deletes them: pages remember both. */
export async function plantGone(cluster: Cluster, payloads: readonly number[]): Promise<void> {
  const numbers = [...payloads.keys()];
  await eachOf(numbers, 6, async (number) => {
    for (const kind of ["WorkloadEntry", "WorkloadGroup"] as const) {
      const { collection, object } = PLAIN[kind](number, NOTHING);
      const stored = await cluster.get(`${collection}/${nameOf(number)}`);
      const name = goneName(number);
      await cluster.create(collection, { ...object, spec: fieldOf(stored, "spec"), metadata: { ...metadataOf(stored), name } });
      const status = fieldOf(stored, "status");
      if (status !== undefined) await cluster.patch(`${collection}/${name}/status`, { status });
    }
  });
  // A moment for whoever remembers: what was never seen is not remembered.
  await wait(5_000);
  await eachOf(numbers, 6, async (number) => {
    for (const kind of ["WorkloadEntry", "WorkloadGroup"] as const) await cluster.delete(`${PLAIN[kind](number, NOTHING).collection}/${goneName(number)}`);
  });
}

function fieldOf(object: object, name: "spec" | "status"): unknown {
  return Object.entries(object).find(([key]) => key === name)?.[1];
}

/** What a copy of an object keeps of its metadata. */
function metadataOf({ metadata: { namespace, annotations, labels } }: KubeObject): object {
  return { namespace, annotations, labels };
}

/** The platform team's rules, with a preset and an allowed network for each payload. JSON is YAML. */
export function hostileRails(payloads: readonly number[]): string {
  const texts = (code: string) => FIELDS.filter((field) => field.code === code).flatMap((field) => payloads.map((payload) => textOf(field, payload)));
  return JSON.stringify({ networks: texts("Rl"), presets: texts("Rn").map((name) => ({ name })) });
}
