import { isIP } from "node:net";
import type { Machine } from "./machines";
import type { RawObject, RawPort } from "./raw-objects";
import type { RawWatch } from "./raw-watch";

/** One Service or ServiceEntry with the machines and Pods that it selects by Istio's rules. */
export interface Service {
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  /** The host names that it defines. */
  readonly hosts: readonly string[];
  readonly object: RawObject;
  /** Selected machines, serving or not. */
  readonly machines: readonly Machine[];
  readonly pods: readonly RawObject[];
  readonly readyPods: number;
  /** Endpoints in the ServiceEntry itself. */
  readonly inline: number;
  /** Addresses of EndpointSlices that no controller of Kubernetes wrote, and those of them that are ready. */
  readonly addresses: number;
  readonly readyAddresses: number;
}

type Labels = Readonly<Record<string, string>>;

/** Every service at a moment, with those of its machines that it selects. This shares no code with the product. */
export function servicesOf(raw: RawWatch, moment: number, machines: readonly Machine[]): readonly Service[] {
  const pods = raw.at("workload-pod", moment);
  const slices = raw.at("endpointslice", moment).filter(({ metadata }) => metadata.labels?.[MANAGER] !== "endpointslice-controller.k8s.io");
  return [
    ...raw.at("service", moment).map((object) => ({ ...serviceOf("Service", object, machines, pods), ...addressesOf(object, slices) })),
    ...raw.at("serviceentry", moment).map((object) => ({ ...serviceOf("ServiceEntry", object, machines, pods), addresses: 0, readyAddresses: 0 })),
  ];
}

const MANAGER = "endpointslice.kubernetes.io/managed-by";

function addressesOf({ metadata }: RawObject, slices: readonly RawObject[]): Pick<Service, "addresses" | "readyAddresses"> {
  const own = slices.filter(
    (slice) => slice.metadata.namespace === metadata.namespace && slice.metadata.labels?.["kubernetes.io/service-name"] === metadata.name,
  );
  const endpoints = own.flatMap((slice) => slice.endpoints ?? []);
  const count = (all: typeof endpoints) => new Set(all.flatMap(({ addresses }) => addresses)).size;
  return { addresses: count(endpoints), readyAddresses: count(endpoints.filter(({ conditions }) => conditions?.ready !== false)) };
}

type Selected = Omit<Service, "addresses" | "readyAddresses">;

function serviceOf(kind: Service["kind"], object: RawObject, machines: readonly Machine[], pods: readonly RawObject[]): Selected {
  const { metadata, spec = {} } = object;
  const { namespace, name } = metadata;
  const selector = selectorOf(kind, object);
  const selectsPod = ({ metadata: pod, status }: RawObject) =>
    pod.namespace === namespace && matches(pod.labels ?? {}, selector ?? {}) && !["Succeeded", "Failed"].includes(status?.phase ?? "");
  const selected = selector === null ? [] : pods.filter(selectsPod);
  return {
    ...{ kind, namespace, name, object, pods: selected },
    hosts: kind === "Service" ? [`${name}.${namespace}.svc.cluster.local`] : (spec.hosts ?? []),
    machines: machines.filter((machine) => selectsEntry(kind, object, machine.object)),
    readyPods: selected.filter(isReady).length,
    inline: kind === "ServiceEntry" && spec.workloadSelector === undefined ? (spec.endpoints ?? []).length : 0,
  };
}

/** Null = it selects nothing. */
function selectorOf(kind: Service["kind"], { spec = {} }: RawObject): Labels | null {
  const selector = kind === "Service" ? (spec.selector ?? {}) : (spec.workloadSelector?.labels ?? {});
  const isSelecting = Object.keys(selector).length > 0 && spec.type !== "ExternalName" && spec.clusterIP !== "None";
  return isSelecting ? selector : null;
}

/** Does a Service or ServiceEntry select this entry? */
export function selectsEntry(kind: Service["kind"], service: RawObject, entry: RawObject): boolean {
  const selector = selectorOf(kind, service);
  const isDns = kind === "ServiceEntry" && (service.spec?.resolution ?? "").startsWith("DNS");
  const isInNamespace = entry.metadata.namespace === service.metadata.namespace;
  return selector !== null && isInNamespace && matches(labelsOf(entry), selector) && (isDns || isAddress(entry));
}

const labels = new WeakMap<RawObject, Labels>();

function labelsOf(object: RawObject): Labels {
  const known = labels.get(object) ?? effectiveLabels(object);
  labels.set(object, known);
  return known;
}

/** `metadata.labels` over `spec.labels`, with the labels that Istio derives from the locality and the network. */
function effectiveLabels({ metadata, spec }: RawObject): Labels {
  const written: Labels = { ...spec?.labels, ...metadata.labels };
  const [region = "", zone = "", subzone = ""] = (spec?.locality ?? "").split("/");
  const derived: Record<string, string> = {};
  if (region !== "") derived["topology.kubernetes.io/region"] = region;
  if (zone !== "") derived["topology.kubernetes.io/zone"] = zone;
  if (subzone !== "") derived["topology.istio.io/subzone"] = subzone;
  if (spec?.network && !written["topology.istio.io/network"]) derived["topology.istio.io/network"] = spec.network;
  return { ...written, ...derived };
}

function matches(own: Labels, selector: Labels): boolean {
  return Object.entries(selector).every(([key, value]) => own[key] === value);
}

/** An IP address, or none: then the gateway of its network is the endpoint. */
function isAddress({ spec }: RawObject): boolean {
  const address = spec?.address ?? "";
  return address === "" || isIP(address) !== 0;
}

export function isReady({ metadata, status }: RawObject): boolean {
  return metadata.deletionTimestamp === undefined && status?.conditions?.find(({ type }) => type === "Ready")?.status === "True";
}

/** The port numbers that callers of a service use. */
export function portsOf({ object: { spec } }: Pick<Service, "object">): readonly number[] {
  return rawPorts(spec?.ports).flatMap(({ port, number }) => port ?? number ?? []);
}

/** The port of a machine that receives calls to a port of a service: the machine's port of that name, else the target, else the number; null = none. */
export function targetPort(service: Pick<Service, "object">, machine: RawObject, number: number): number | null {
  const called = rawPorts(service.object.spec?.ports).find((one) => (one.port ?? one.number) === number);
  const own = machine.spec?.ports;
  const named = own === undefined || Array.isArray(own) ? {} : (own as Readonly<Record<string, number>>);
  if (called === undefined) return null;
  if (typeof called.targetPort === "string") return named[called.targetPort] ?? null;
  return named[called.name ?? ""] ?? called.targetPort ?? number;
}

function rawPorts(ports: NonNullable<RawObject["spec"]>["ports"]): readonly RawPort[] {
  return Array.isArray(ports) ? ports : [];
}
