import type { GatewayService } from "@/lib/domain/mesh/network-gateways";
import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import type { Identity } from "./identity";
import { at, field, list, number, text } from "./json";
import { pairsOf } from "./metadata";

/** A Service with the label `topology.istio.io/network`, as it was seen. */
export interface GatewayServiceObject extends Identity, StoredObjectMetadata {
  readonly unreadable: null;
  readonly gateway: GatewayService;
}

const TLS_PORT = 15_443;
const TUNNEL_PORT = 15_008;
const ADDRESSES_AT_MOST = 64;

/** What makes a gateway of a Service (docs/istio.md#gateways). Addresses of Nodes, for Services of type NodePort, are not looked up. */
export function parseGatewayService(raw: unknown, { namespace, name, ...rest }: Identity, cluster: string): GatewayServiceObject {
  const labels = at(raw, "metadata", "labels");
  const written = list(at(raw, "spec", "ports"));
  const ports = written.map((port) => number(field(port, "port")));
  const asked = text(field(labels, "networking.istio.io/gatewayPort"));
  const tlsPort = /^\d{1,5}$/.test(asked) ? Number(asked) : TLS_PORT;
  const gateway = {
    ...{ namespace, name, network: text(field(labels, "topology.istio.io/network")), addresses: addressesOf(raw) },
    nodeAddresses: nodeAddressesOf(raw),
    tlsPort: ports.includes(tlsPort) ? tlsPort : null,
    tunnelPort: ports.includes(TUNNEL_PORT) ? TUNNEL_PORT : null,
    isEastWest: field(labels, "istio") === "eastwestgateway",
    selector: pairsOf(at(raw, "spec", "selector")),
    serverPorts: serverPortsOf(tlsPort, written),
  };
  return { cluster, ...rest, namespace, name, unreadable: null, gateway };
}

/** istiod translates a server's port by the Service, and listens on a port that no Service has as it is (`pilot/pkg/model/gateway.go`, resolvePorts). */
function serverPortsOf(tlsPort: number, ports: readonly unknown[]): readonly number[] {
  const target = number(
    field(
      ports.find((port) => field(port, "port") === tlsPort),
      "targetPort",
    ),
  );
  return target === null || ports.some((port) => field(port, "port") === target) ? [tlsPort] : [tlsPort, target];
}

/** istiod reads Nodes for Services without an own address (`pilot/pkg/serviceregistry/kube/controller/util.go`, isNodePortGatewayService). */
function nodeAddressesOf(raw: unknown): NonNullable<GatewayService["nodeAddresses"]> {
  if (at(raw, "spec", "type") !== "NodePort" || addressesOf(raw).length > 0) return "none";
  return field(at(raw, "metadata", "annotations"), "traffic.istio.io/nodeSelector") === undefined ? "possible" : "used";
}

function addressesOf(raw: unknown): readonly string[] {
  const balanced = list(at(raw, "status", "loadBalancer", "ingress")).map((one) => text(field(one, "ip")) || text(field(one, "hostname")));
  const external = list(at(raw, "spec", "externalIPs")).map(text);
  return [...new Set([...balanced, ...external])].filter((address) => address !== "").slice(0, ADDRESSES_AT_MOST);
}
