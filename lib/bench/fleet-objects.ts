import { randomFrom } from "./random";

/** A fleet to measure on: how many machines, in how many groups and namespaces. */
export interface FleetSize {
  readonly entries: number;
  readonly groups: number;
  readonly namespaces: number;
}

/** The fleets that figures are compared over; any other number of entries is scaled between them. */
export function fleetOf(entries: number): FleetSize {
  return {
    entries,
    groups: Math.max(5, Math.min(1_000, Math.round(entries <= 10_000 ? 20 + entries / 125 : entries / 100))),
    namespaces: entries < 5_000 ? 10 : 50,
  };
}

/** One machine's place in the fleet and what may change of it. */
export interface Machine {
  readonly index: number;
  readonly uid: string;
  readonly group: number;
  readonly handWritten: boolean;
  healthy: boolean;
  connectedAt: number;
}

/** When every machine was created; connections are of the last quarter of an hour, so that none is overdue. */
const BEGAN = Date.parse("2026-11-20T08:00:00Z");
const ZONES = ["eu-west-1a", "eu-west-1b", "eu-west-1c", "us-east-1a", "us-east-1b"];

/**
 * The machines of a fleet: one group holds a fifth of them, and five of a hundred were written by hand.
 * They stand by namespace and name, as every API server lists them.
 */
export function machinesOf(size: FleetSize, now: number, seed: number): Machine[] {
  const random = randomFrom(seed);
  const keyed = Array.from({ length: size.entries }, (_, index) => {
    const machine = machineAt(index, size, random, now);
    return { machine, key: `${namespaceOf(machine.group, size)}/${nameOf(machine)}` };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ machine }) => machine);
}

/** A machine that was not there before. */
export function machineAt(index: number, { groups }: FleetSize, random: () => number, now: number): Machine {
  const group = random() < 0.2 ? 0 : 1 + Math.floor(random() * (groups - 1));
  const word = () => Math.floor(random() * 2 ** 32);
  const hex = (digits: number) => word().toString(16).padStart(8, "0").slice(0, digits);
  const uid = `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(8)}${hex(4)}`;
  return { index, uid, group, handWritten: random() < 0.05, healthy: random() > 0.02, connectedAt: now - 60_000 - Math.floor(random() * 840_000) };
}

/** A machine as the API server delivers it, managed fields and all. */
export function entryObject(machine: Machine, size: FleetSize, resourceVersion: number): object {
  const { index, group, handWritten } = machine;
  const namespace = namespaceOf(group, size);
  const network = networkOf(group);
  const address = addressOf(index);
  const labels = labelsOf(group, index);
  const common = { namespace, uid: machine.uid, resourceVersion: String(resourceVersion), generation: 1, creationTimestamp: new Date(BEGAN).toISOString() };
  const spec = { address, labels, locality: localityOf(index), network, serviceAccount: `app-${group}-vm`, ports: { http: 8080, grpc: 9090 } };
  if (handWritten) return { ...KIND, metadata: { ...common, name: nameOf(machine), managedFields: [written("kubectl")] }, spec };
  return {
    ...KIND,
    metadata: {
      ...common,
      name: nameOf(machine),
      labels,
      annotations: annotationsOf(machine),
      ownerReferences: [{ apiVersion: KIND.apiVersion, kind: "WorkloadGroup", name: `app-${group}`, uid: groupUid(group), controller: true }],
      managedFields: [written("pilot-discovery"), written("pilot-discovery", "status")],
    },
    spec,
    status: { conditions: [conditionOf(machine)] },
  };
}

/** A group as the API server delivers it. */
export function groupObject(group: number, size: FleetSize): object {
  const metadata = { name: `app-${group}`, namespace: namespaceOf(group, size), uid: groupUid(group), resourceVersion: String(1_000 + group) };
  const probe = { periodSeconds: 10, httpGet: { port: 8080, path: "/healthz" } };
  return {
    ...KIND,
    kind: "WorkloadGroup",
    metadata: { ...metadata, creationTimestamp: new Date(BEGAN).toISOString(), annotations: { "stolos.dev/expected-size": "3" } },
    spec: { metadata: { labels: groupLabels(group) }, template: { serviceAccount: `app-${group}-vm`, network: `vpc-${group % 4}` }, probe },
  };
}

/** A replica of the control plane, as its Pod is delivered. */
export function replicaObject(at: number): object {
  const started = new Date(BEGAN).toISOString();
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name: replicaName(at),
      namespace: "istio-system",
      uid: `10000000-0000-4000-8000-00000000000${at}`,
      resourceVersion: "900",
      labels: { app: "istiod" },
    },
    spec: { containers: [{ name: "discovery", args: ["discovery", "--keepaliveMaxServerConnectionAge", "30m"] }] },
    status: {
      phase: "Running",
      conditions: [{ type: "Ready", status: "True" }],
      containerStatuses: [{ name: "discovery", ready: true, state: { running: { startedAt: started } } }],
    },
  };
}

const KIND = { apiVersion: "networking.istio.io/v1", kind: "WorkloadEntry" };

function groupLabels(group: number) {
  return {
    app: `app-${group}`,
    team: `team-${group % 50}`,
    version: `1.${group % 7}.0`,
    "istio.io/rev": "default",
    "service.istio.io/canonical-name": `app-${group}`,
    "service.istio.io/canonical-revision": `1.${group % 7}.0`,
  };
}

/** In the order of their keys, as an API server delivers them. */
function labelsOf(group: number, index: number) {
  const { app, "istio.io/rev": revision, team, version, ...canonical } = groupLabels(group);
  return {
    app,
    hostname: `vm-${index}.prod.example.com`,
    "istio.io/rev": revision,
    "kubernetes.io/arch": "amd64",
    ...canonical,
    team,
    "topology.istio.io/network": networkOf(group),
    version,
  };
}

function nameOf({ index, group, handWritten }: Machine): string {
  return handWritten ? `by-hand-${index}` : `app-${group}-${addressOf(index)}-${networkOf(group)}`;
}

function addressOf(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}

function networkOf(group: number): string {
  return `vpc-${group % 4}`;
}

function annotationsOf({ group, connectedAt }: Machine) {
  return {
    "istio.io/autoRegistrationGroup": `app-${group}`,
    "istio.io/workloadController": replicaName(group % 3),
    "istio.io/connectedAt": new Date(connectedAt).toISOString(),
    "proxy.istio.io/health-checks-enabled": "true",
  };
}

function conditionOf({ healthy, connectedAt }: Machine) {
  const time = new Date(connectedAt + 3_000).toISOString();
  const message = healthy ? {} : { message: "Get http://127.0.0.1:8080/healthz: dial tcp 127.0.0.1:8080: connect: connection refused" };
  return { type: "Healthy", status: healthy ? "True" : "False", ...message, lastProbeTime: time, lastTransitionTime: time };
}

function written(manager: string, subresource = "") {
  const labels = Object.fromEntries([".", ...Object.keys(groupLabels(0)), "hostname", "kubernetes.io/arch"].map((key) => [`f:${key}`, {}]));
  const fields = subresource === "" ? { "f:metadata": { "f:labels": labels }, "f:spec": { ".": {}, "f:address": {}, "f:labels": labels } } : { "f:status": {} };
  const place = subresource === "" ? {} : { subresource };
  return { manager, operation: "Update", apiVersion: KIND.apiVersion, time: new Date(BEGAN).toISOString(), fieldsType: "FieldsV1", fieldsV1: fields, ...place };
}

function localityOf(index: number): string {
  const zone = ZONES[index % ZONES.length] ?? "";
  return `${zone.slice(0, -1)}/${zone}`;
}

/** All namespaces of a fleet, by name. */
export function namespacesOf(size: FleetSize): readonly string[] {
  return Array.from({ length: Math.min(size.namespaces, size.groups) }, (_, group) => namespaceOf(group, size)).sort();
}

function namespaceOf(group: number, { namespaces }: FleetSize): string {
  return `team-${group % namespaces}`;
}

function groupUid(group: number): string {
  return `00000000-0000-4000-8000-${String(group).padStart(12, "0")}`;
}

function replicaName(at: number): string {
  return `istiod-7c9d8f6b5c-${at}abcd`;
}
