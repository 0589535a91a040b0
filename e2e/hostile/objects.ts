import { FIELDS, type Field, type HostileKind, IN_A_LIST, markOf } from "./fields";
import { PAYLOADS } from "./payloads";

const ISTIO = "networking.istio.io/v1";

/** An object, its name, and the collection that it is created in. */
export interface Planted {
  readonly collection: string;
  readonly name: string;
  readonly object: Readonly<Record<string, unknown>>;
}
export type ObjectKind = Exclude<HostileKind, "guard rails">;

const numbered = (beginning: string, number: number, digits: number) => `${beginning}-${String(number).padStart(digits, "0")}`;

/** The name of the objects of a number, of which there are as many as payloads. */
export const nameOf = (number: number) => numbered("hostile", number, 3);
/** The name of the machine that the group of a number knows. */
export const memberName = (number: number) => numbered("member", number, 3);
/** The name of the group of a number whose probe is a command. */
export const commandName = (number: number) => numbered("command", number, 3);
/** The name of a machine and of a group that are there no more. */
export const goneName = (number: number) => numbered("gone", number, 3);
/** Where the objects of a number are: so few in each that a page that lists the worst only has all of them. */
export const namespaceOf = (number: number) => numbered("strangers", Math.floor(number / IN_A_LIST), 2);

/** The machine that an Event is about. */
export interface About {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
}

const core = (namespace: string) => `/api/v1/namespaces/${namespace}`;
const istio = (namespace: string) => `/apis/${ISTIO}/namespaces/${namespace}`;

const ENTRY = { plural: "workloadentries", apiVersion: ISTIO, kind: "WorkloadEntry" };
const GROUP = { plural: "workloadgroups", apiVersion: ISTIO, kind: "WorkloadGroup" };
const SERVICE = { plural: "services", apiVersion: "v1", kind: "Service" };
const SERVICE_ENTRY = { plural: "serviceentries", apiVersion: ISTIO, kind: "ServiceEntry" };

/** An object without any hostile text, in the order in which they are written. Machines, Services and ServiceEntries of one number find each other. */
const PLAIN: Readonly<Record<Exclude<ObjectKind, "Event">, (number: number) => Planted>> = {
  WorkloadGroup: (n) => plain(GROUP, n, nameOf(n), { template: {} }),
  "group with a command": (n) => plain(GROUP, n, commandName(n), { template: {} }),
  Service: (n) => plain(SERVICE, n, nameOf(n), { selector: { app: nameOf(n) }, ports: [{ name: "http", port: 80 }] }),
  ServiceEntry: (n) =>
    plain(SERVICE_ENTRY, n, nameOf(n), {
      ...{ hosts: [`${nameOf(n)}.example`], resolution: "STATIC", location: "MESH_INTERNAL" },
      ports: [{ number: 80, name: "http", protocol: "HTTP" }],
    }),
  WorkloadEntry: (n) => plain(ENTRY, n, nameOf(n), { address: "10.66.0.1", labels: { app: nameOf(n) } }),
  "machine of a group": (n) =>
    plain(ENTRY, n, memberName(n), { address: `10.67.${Math.floor(n / 250)}.${(n % 250) + 1}`, labels: { app: nameOf(n) } }, membership(n)),
};

/** What istiod writes at a machine that joins a group. */
const membership = (number: number) => ({ "istio.io/autoRegistrationGroup": nameOf(number), "istio.io/connectedAt": new Date().toISOString() });

function plain({ plural, apiVersion, kind }: typeof ENTRY, number: number, name: string, spec: object, annotations = {}): Planted {
  const namespace = namespaceOf(number);
  const collection = `${apiVersion === ISTIO ? istio(namespace) : core(namespace)}/${plural}`;
  return { collection, name, object: { apiVersion, kind, metadata: { name, namespace, annotations }, spec } };
}

/** The kinds of objects that stand for themselves: as many of each as there are payloads. */
export const KINDS = Object.keys(PLAIN) as readonly (keyof typeof PLAIN)[];

/** The object of a number, without any hostile text. */
export const plainObject = (kind: keyof typeof PLAIN, number: number): Planted => PLAIN[kind](number);

/** What an object of a kind and a number says of payloads, to be merged into one without them. */
export function hostileParts(kind: ObjectKind, number: number, payloads: readonly number[]): Readonly<Record<string, unknown>> {
  const fields = FIELDS.filter((field) => field.kind === kind);
  const texts = (field: Field) => carriedIn(field, number, payloads).map((payload) => textOf(field, payload));
  return fieldsIn(fields.reduce<unknown>((before, field) => joined(before, field.holding(texts(field))), {}));
}

/** An Event of a number, about a machine. */
export function hostileEvent(number: number, about: About, payloads: readonly number[]): Planted {
  const object = {
    ...{ apiVersion: "v1", kind: "Event", type: "Warning", lastTimestamp: new Date().toISOString() },
    metadata: { name: nameOf(number), namespace: about.namespace },
    involvedObject: { apiVersion: ISTIO, kind: "WorkloadEntry", ...about },
  };
  return { collection: `${core(about.namespace)}/events`, name: nameOf(number), object: { ...object, ...hostileParts("Event", number, payloads) } };
}

/** What one object holds in another: fields of the same name are joined, and what stands in lists at the same place. */
function joined(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) {
    const longer = one.length > other.length ? one : other;
    return longer.map((_, at) => (at < one.length && at < other.length ? joined(one[at], other[at]) : (one[at] ?? other[at])));
  }
  if (!isFields(one) || !isFields(other)) return other;
  const both: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) both[key] = key in one ? joined(one[key], value) : value;
  return both;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {};
}

/** The text of a payload in a field. */
export function textOf(field: Pick<Field, "code">, payload: number): string {
  return PAYLOADS[payload]?.(markOf(field, payload)) ?? "";
}

/** On how many objects, the first ones, each payload stands in every field that is a list or a map, and in some other field too. */
export const visitedOf = (payloads: readonly number[]) => Math.ceil(payloads.length / IN_A_LIST);

/** The payloads that the object of a number carries in a field: in each field others, so that a page of one object shows many. */
function carriedIn(field: Field, number: number, payloads: readonly number[]): readonly number[] {
  const alike = FIELDS.filter(({ kind }) => kind === field.kind);
  const first = number + alike.indexOf(field) * Math.max(1, Math.floor(payloads.length / alike.length));
  return Array.from({ length: field.carries }, (_, at) => payloads[(first + at * visitedOf(payloads)) % payloads.length] ?? 0);
}

/** The payloads that the first objects carry in one or another of these fields: of all objects, where no number says how many. */
export function carriedOn(fields: readonly Field[], payloads: readonly number[], objects = payloads.length): ReadonlySet<number> {
  return new Set(Array.from({ length: objects }, (_, number) => fields.flatMap((field) => carriedIn(field, number, payloads))).flat());
}
