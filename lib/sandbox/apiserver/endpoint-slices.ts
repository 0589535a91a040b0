import { isRecord, type KubeObject, recordsOf } from "./kube-object";

/** A Pod that a Service is answered by, as its slices list it. */
interface Backend {
  readonly pod: KubeObject;
  readonly ip: string;
  readonly ready: boolean;
  readonly terminating: boolean;
  readonly zone: string | null;
}

interface SlicePort {
  readonly name: string;
  readonly port: number;
  readonly protocol: string;
}

/** What a Service's Pods say together: the Pods that resolve its ports alike, and these ports. */
export interface PodsAndPorts {
  readonly ports: readonly SlicePort[];
  readonly backends: readonly Backend[];
}

/** A Service's selector; null where it has none, an empty one included: then nobody but people writes its endpoints. */
export function selectorOf({ spec }: KubeObject): Readonly<Record<string, unknown>> | null {
  return isRecord(spec) && isRecord(spec.selector) && Object.keys(spec.selector).length > 0 && spec.type !== "ExternalName" ? spec.selector : null;
}

export function selects(selector: Readonly<Record<string, unknown>>, { metadata }: KubeObject): boolean {
  return Object.entries(selector).every(([key, value]) => metadata.labels?.[key] === value);
}

/** The Pods of a Service that have an address and have not ended, by how they resolve its ports. `zoneOf` tells the zone of a Node, or null. */
export function podsAndPorts(service: KubeObject, pods: readonly KubeObject[], zoneOf: (node: string) => string | null): PodsAndPorts[] {
  const byPorts = new Map<string, { ports: readonly SlicePort[]; backends: Backend[] }>();
  for (const pod of pods) {
    const status = isRecord(pod.status) ? pod.status : {};
    if (typeof status.podIP !== "string" || status.podIP === "" || status.phase === "Succeeded" || status.phase === "Failed") continue;
    const spec = isRecord(pod.spec) ? pod.spec : {};
    const ports = portsOf(service, spec);
    const key = JSON.stringify(ports);
    const group = byPorts.get(key) ?? { ports, backends: [] };
    byPorts.set(key, group);
    const zone = typeof spec.nodeName === "string" ? zoneOf(spec.nodeName) : null;
    group.backends.push({ pod, ip: status.podIP, ready: isReady(status), terminating: pod.metadata.deletionTimestamp !== undefined, zone });
  }
  return [...byPorts.values()];
}

/** The body of one EndpointSlice, as the endpoint slice controller writes it. Without a Pod there is one slice with neither endpoints nor ports. */
export function sliceBody({ ports, backends }: PodsAndPorts): { addressType: "IPv4"; endpoints: object[] | null; ports: object[] | null } {
  if (backends.length === 0) return { addressType: "IPv4", endpoints: null, ports: null };
  return { addressType: "IPv4", endpoints: backends.map(endpointOf), ports: ports.map(({ name, port, protocol }) => ({ name, port, protocol })) };
}

function endpointOf({ pod, ip, ready, terminating, zone }: Backend): object {
  const node = nodeOf(pod);
  return {
    addresses: [ip],
    conditions: { ready: ready && !terminating, serving: ready, terminating },
    ...(node === null ? {} : { nodeName: node }),
    targetRef: targetOf(pod),
    ...(zone === null ? {} : { zone }),
  };
}

/** `subsets` of the Endpoints object: addresses that are ready and that are not, by their ports. A Pod that ends is in neither. */
export function subsetsOf(all: readonly PodsAndPorts[]): object[] {
  return all.flatMap(({ ports, backends }) => {
    const addresses = (ready: boolean) =>
      backends
        .filter((backend) => !backend.terminating && backend.ready === ready)
        .map(({ pod, ip }) => ({ ip, ...(nodeOf(pod) === null ? {} : { nodeName: nodeOf(pod) }), targetRef: targetOf(pod) }))
        .sort((left, right) => (left.ip < right.ip ? -1 : 1));
    const [good, bad] = [addresses(true), addresses(false)];
    if (good.length + bad.length === 0) return [];
    return [{ ...(good.length > 0 && { addresses: good }), ...(bad.length > 0 && { notReadyAddresses: bad }), ...(ports.length > 0 && { ports }) }];
  });
}

/** A port that a Pod does not name is left out of its slice. */
function portsOf(service: KubeObject, podSpec: Record<string, unknown>): SlicePort[] {
  const spec = isRecord(service.spec) ? service.spec : {};
  return recordsOf(spec.ports).flatMap((port) => {
    const protocol = String(port.protocol ?? "TCP");
    const target = port.targetPort ?? port.port;
    const number = typeof target === "number" ? target : namedPort(podSpec, String(target), protocol);
    return number === null ? [] : [{ name: String(port.name ?? ""), port: number, protocol }];
  });
}

function namedPort(podSpec: Record<string, unknown>, name: string, protocol: string): number | null {
  const all = recordsOf(podSpec.containers).flatMap((container) => recordsOf(container.ports));
  const found = all.find((port) => port.name === name && (port.protocol ?? "TCP") === protocol);
  return typeof found?.containerPort === "number" ? found.containerPort : null;
}

function isReady(status: Record<string, unknown>): boolean {
  return recordsOf(status.conditions).some(({ type, status: value }) => type === "Ready" && value === "True");
}

function nodeOf({ spec }: KubeObject): string | null {
  return isRecord(spec) && typeof spec.nodeName === "string" ? spec.nodeName : null;
}

function targetOf({ metadata: { namespace, name, uid } }: KubeObject): object {
  return { kind: "Pod", namespace, name, uid };
}
