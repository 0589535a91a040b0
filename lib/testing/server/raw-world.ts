import { networkGatewaysOfService } from "@/lib/domain/mesh/network-gateways";
import type { SelectableEntry } from "@/lib/domain/selection/objects";
import type { MeshSettings, SelectionWorld } from "@/lib/domain/selection/world";
import { parseGatewayService } from "@/lib/server/kube/parse/gateway-service";
import { standInIdentity } from "@/lib/server/kube/parse/identity";
import { at, field, text } from "@/lib/server/kube/parse/json";
import { annotatedDistribution, describedOf, type Unreadable } from "@/lib/server/kube/parse/selection/described";
import { isHandMade, parseEndpointSlice } from "@/lib/server/kube/parse/selection/endpoint-slice";
import { parseKubernetesService } from "@/lib/server/kube/parse/selection/kubernetes-service";
import { nodeLocalityOf } from "@/lib/server/kube/parse/selection/node-locality";
import { parseDestinationRule, parsePeerAuthentication, parseSidecar, parseVirtualService } from "@/lib/server/kube/parse/selection/policies";
import { parseSelectablePod } from "@/lib/server/kube/parse/selection/selectable-pod";
import { parseServiceEntry } from "@/lib/server/kube/parse/selection/service-entry";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";

/** A world from objects of any kinds, in any order. What takes no part in selection, or cannot be read, is left out. */
export function selectionWorldOf(objects: readonly unknown[], mesh: MeshSettings): SelectionWorld {
  const ofKind = (kind: string) => objects.filter((object) => field(object, "kind") === kind);
  const services = ofKind("Service");
  return {
    mesh: { ...mesh, ...toldByObjects({ services, nodes: ofKind("Node"), namespaces: ofKind("Namespace") }, mesh) },
    entries: ofKind("WorkloadEntry").flatMap(entryOf),
    pods: readable(ofKind("Pod"), parseSelectablePod),
    services: readable(services, parseKubernetesService),
    serviceEntries: readable(ofKind("ServiceEntry"), parseServiceEntry),
    rules: readable(ofKind("DestinationRule"), parseDestinationRule),
    sidecars: readable(ofKind("Sidecar"), parseSidecar),
    authentications: readable(ofKind("PeerAuthentication"), parsePeerAuthentication),
    virtualServices: readable(ofKind("VirtualService"), parseVirtualService),
    slices: readable(ofKind("EndpointSlice").filter(isHandMade), parseEndpointSlice),
  };
}

interface Told {
  readonly services: readonly unknown[];
  readonly nodes: readonly unknown[];
  readonly namespaces: readonly unknown[];
}

/** What objects tell of the mesh, over what was known of it before. */
function toldByObjects({ services, nodes, namespaces }: Told, mesh: MeshSettings): Partial<MeshSettings> {
  const root = namespaces.find((one) => describedOf(one).name === mesh.rootNamespace);
  return {
    gateways: [
      ...mesh.gateways,
      ...services.flatMap((service, at) =>
        networkGatewaysOfService(parseGatewayService(service, standInIdentity(service, at), mesh.clusterId).gateway, mesh.clusterId),
      ),
    ],
    podNetwork: text(at(root, "metadata", "labels", "topology.istio.io/network")) || mesh.podNetwork,
    nodeLocalities: new Map([...mesh.nodeLocalities, ...nodes.map((node) => [describedOf(node).name, nodeLocalityOf(node)] as const)]),
    namespaceDistributions: new Map([
      ...mesh.namespaceDistributions,
      ...namespaces.flatMap((one) => {
        const distribution = annotatedDistribution(one);
        return distribution === null ? [] : [[describedOf(one).name, distribution] as const];
      }),
    ]),
  };
}

function entryOf(raw: unknown, index: number): readonly SelectableEntry[] {
  const entry = parseWorkloadEntry(raw, standInIdentity(raw, index), "");
  return entry.unreadable === null ? [entry] : [];
}

function readable<T extends object>(raws: readonly unknown[], parse: (raw: unknown) => T | Unreadable): readonly T[] {
  return raws.flatMap((raw) => {
    const parsed = parse(raw);
    return "unreadable" in parsed ? [] : [parsed];
  });
}
