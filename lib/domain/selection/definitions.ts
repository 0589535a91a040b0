import { compareText } from "@/lib/domain/compare-text";
import type { LabelSet } from "@/lib/domain/label-set";
import { serviceHost } from "./host-name";
import { isOfRevision } from "./machine";
import type { MeshSettings } from "./mesh";
import type { Distribution, KubernetesService, Selector, ServiceEntry } from "./objects";
import type { SelectionWorld } from "./world";

/** How clients come to the endpoints of a host (docs/istio.md#resolution). */
export type Discovery = "EDS" | "STRICT_DNS" | "LOGICAL_DNS" | "ORIGINAL_DST" | "ALIAS" | "DYNAMIC_DNS";

export interface DefinedPort {
  readonly name: string;
  readonly number: number;
  readonly protocol: string;
}

/** One host as one object defines it: what istiod calls a service. */
export interface Definition {
  readonly host: string;
  readonly namespace: string;
  readonly origin: Selector;
  readonly createdAt: number;
  readonly ports: readonly DefinedPort[];
  readonly discovery: Discovery;
  readonly isExternal: boolean;
  readonly isNodeLocal: boolean;
  readonly distribution: Distribution;
  readonly selector: LabelSet;
}

/** All definitions of a world that istiod reads, oldest first (docs/istio.md#owners). Of equal age: by name of the Service or host, then namespace. */
export function definitionsOf(world: SelectionWorld): readonly Definition[] {
  const { mesh } = world;
  const all = [
    ...world.services.map((service) => definitionOfService(service, mesh)),
    ...world.serviceEntries.filter(({ labels }) => isOfRevision(labels, mesh)).flatMap((entry) => definitionsOfEntry(entry, mesh)),
  ];
  return all.sort((a, b) => a.createdAt - b.createdAt || compareText(nameOf(a), nameOf(b)) || compareText(a.namespace, b.namespace));
}

function definitionOfService(service: KubernetesService, mesh: MeshSettings): Definition {
  const isAlias = service.type === "ExternalName" && service.externalName !== "";
  return {
    host: serviceHost(service.name, service.namespace, mesh.domain),
    namespace: service.namespace,
    origin: service,
    createdAt: service.createdAt ?? 0,
    ports: service.ports,
    discovery: isAlias ? "ALIAS" : service.isHeadless ? "ORIGINAL_DST" : "EDS",
    isExternal: isAlias,
    isNodeLocal: service.isNodeLocal,
    distribution: service.distribution ?? mesh.namespaceDistributions.get(service.namespace) ?? "any",
    selector: service.selector,
  };
}

const DISCOVERY: Readonly<Record<ServiceEntry["resolution"], Discovery>> = {
  NONE: "ORIGINAL_DST",
  STATIC: "EDS",
  DNS: "STRICT_DNS",
  DNS_ROUND_ROBIN: "LOGICAL_DNS",
  DYNAMIC_DNS: "DYNAMIC_DNS",
};

function definitionsOfEntry(entry: ServiceEntry, mesh: MeshSettings): readonly Definition[] {
  return entry.hosts.map((host) => ({
    host,
    namespace: entry.namespace,
    origin: entry,
    createdAt: entry.createdAt ?? 0,
    ports: entry.ports,
    discovery: DISCOVERY[entry.resolution],
    isExternal: entry.isExternal,
    isNodeLocal: false,
    distribution: entry.distribution ?? mesh.namespaceDistributions.get(entry.namespace) ?? "any",
    selector: entry.selector ?? [],
  }));
}

function nameOf({ origin, host }: Definition): string {
  return origin.kind === "Service" ? origin.name : host;
}
