import { randomBytes } from "node:crypto";
import { type PodsAndPorts, podsAndPorts, selectorOf, selects, sliceBody, subsetsOf } from "./endpoint-slices";
import type { Cluster } from "./exchange";
import { isEqualJson, isRecord, type KubeObject } from "./kube-object";
import { managedAfter, withManaged } from "./managed-fields";
import { keyOf, type Stored } from "./stored";

const ids = { services: "/services", pods: "/pods", nodes: "/nodes", endpoints: "/endpoints", slices: "discovery.k8s.io/endpointslices" };
const serviceName = "kubernetes.io/service-name";

/** Changes within so many milliseconds are one write, as the real controllers batch them. */
const batchMs = 20;

/**
 * Keeps the Endpoints and the EndpointSlices of each Service that selects Pods: of Pods alone, never of machines, which Kubernetes does not know.
 * A slice holds any number of endpoints: what is more than a hundred is not split. Returns the way to stop.
 */
export function startEndpointController(cluster: Cluster): () => void {
  const controller = new EndpointController(cluster);
  return () => controller.stop();
}

class EndpointController {
  readonly #dirty = new Set<string>();
  readonly #leave: readonly (() => void)[];
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly cluster: Cluster) {
    const follow = (id: string, see: (object: KubeObject, previous: KubeObject | undefined) => void) =>
      cluster.storage.collection(id).log.subscribe(
        ({ current, previous }) => see(current.object, previous?.object),
        () => undefined,
      );
    this.#leave = [
      follow(ids.services, ({ metadata }) => this.#mark(keyOf(metadata.namespace ?? "", metadata.name))),
      follow(ids.pods, (pod, previous) => this.#markServicesOf(pod, previous)),
    ];
  }

  stop(): void {
    for (const leave of this.#leave) leave();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #mark(key: string): void {
    this.#dirty.add(key);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      const keys = [...this.#dirty];
      this.#dirty.clear();
      for (const dirty of keys) this.#sync(dirty);
    }, batchMs);
  }

  #markServicesOf(pod: KubeObject, previous: KubeObject | undefined): void {
    for (const { object, key } of this.cluster.storage.collection(ids.services).list(pod.metadata.namespace ?? "")) {
      const selector = selectorOf(object);
      if (selector !== null && (selects(selector, pod) || (previous !== undefined && selects(selector, previous)))) this.#mark(key);
    }
  }

  #sync(key: string): void {
    const { storage } = this.cluster;
    const service = storage.collection(ids.services).get(key)?.object;
    const endpoints = storage.collection(ids.endpoints).get(key);
    if (service === undefined) {
      // Slices go with their owner; Endpoints have none.
      if (endpoints !== undefined) storage.remove(ids.endpoints, endpoints);
      return;
    }
    const selector = selectorOf(service);
    if (selector === null) return;
    const pods = storage.collection(ids.pods).list(service.metadata.namespace ?? "");
    const all = podsAndPorts(
      service,
      pods.map(({ object }) => object).filter((pod) => selects(selector, pod)),
      (node) => this.#zoneOf(node),
    );
    this.#writeEndpoints(service, endpoints, all);
    this.#writeSlices(service, all);
  }

  #writeEndpoints(service: KubeObject, before: Stored | undefined, all: readonly PodsAndPorts[]): void {
    const subsets = subsetsOf(all);
    const { namespace = "", name, labels = {} } = service.metadata;
    const wanted = { ...labels, "endpoints.kubernetes.io/managed-by": "endpoint-controller", ...headlessLabel(service) };
    if (before !== undefined && isEqualJson(before.object.subsets ?? [], subsets) && isEqualJson(before.object.metadata.labels, wanted)) return;
    const metadata = { ...(before?.object.metadata ?? { name, namespace }), labels: wanted, annotations: this.#trigger() };
    this.#put(ids.endpoints, before, { apiVersion: "v1", kind: "Endpoints", metadata, ...(subsets.length > 0 && { subsets }) });
  }

  /** Each slice goes on under its name where its ports are the same, or else that of one which is not needed any more. */
  #writeSlices(service: KubeObject, all: readonly PodsAndPorts[]): void {
    const { namespace = "" } = service.metadata;
    const kept = this.cluster.storage.collection(ids.slices).list(namespace);
    const spare = kept.filter(({ object }) => object.metadata.labels?.[serviceName] === service.metadata.name);
    for (const one of all.length > 0 ? all : [{ ports: [], backends: [] }]) {
      const body = sliceBody(one);
      const same = spare.findIndex(({ object }) => isEqualJson(object.ports, body.ports));
      const [before] = spare.splice(Math.max(0, same), 1);
      this.#writeSlice(service, before, body);
    }
    for (const stored of spare) this.cluster.storage.remove(ids.slices, stored);
  }

  #writeSlice(service: KubeObject, before: Stored | undefined, body: object): void {
    const { namespace = "", name, uid = "", labels = {} } = service.metadata;
    const wanted = {
      ...labels,
      "endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io",
      [serviceName]: name,
      ...headlessLabel(service),
    };
    const isSame = before !== undefined && isEqualJson(bodyOf(before.object), body) && isEqualJson(before.object.metadata.labels, wanted);
    if (isSame) return;
    const ownerReferences = [{ apiVersion: "v1", kind: "Service", name, uid, controller: true, blockOwnerDeletion: true }];
    const fresh = { name: `${name}-${suffix()}`, generateName: `${name}-`, namespace, generation: 0, ownerReferences };
    const metadata = { ...(before?.object.metadata ?? fresh), labels: wanted, annotations: this.#trigger() };
    const counted = { ...metadata, generation: Number(metadata.generation ?? 0) + 1 };
    this.#put(ids.slices, before, { apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", metadata: counted, ...body });
  }

  #put(id: string, before: Stored | undefined, after: KubeObject): void {
    const writer = { manager: "kube-controller-manager", apiVersion: after.apiVersion, subresource: "", time: this.cluster.storage.now() };
    this.cluster.storage.put(id, withManaged(after, managedAfter(before?.object ?? null, after, writer)));
  }

  #trigger(): Record<string, string> {
    return { "endpoints.kubernetes.io/last-change-trigger-time": this.cluster.storage.now() };
  }

  #zoneOf(node: string): string | null {
    return this.cluster.storage.collection(ids.nodes).get(node)?.object.metadata.labels?.["topology.kubernetes.io/zone"] ?? null;
  }
}

function headlessLabel({ spec }: KubeObject): Record<string, string> {
  return isRecord(spec) && spec.clusterIP === "None" ? { "service.kubernetes.io/headless": "" } : {};
}

function bodyOf({ addressType, endpoints, ports }: KubeObject): object {
  return { addressType, endpoints, ports };
}

/** As generated names end: no vowels, nothing easily misread. */
function suffix(): string {
  const letters = "bcdfghjklmnpqrstvwxz2456789";
  return [...randomBytes(5)].map((byte) => letters[byte % letters.length]).join("");
}
