import type { GatewayService } from "@/lib/domain/mesh/gateway-service";
import type { KeptObject } from "@/lib/domain/table-object";
import type { Identity } from "./identity";
import { at, field, list, number, text } from "./json";

/** A Service with the label `topology.istio.io/network`, as it was seen. */
export interface GatewayServiceObject extends Identity, KeptObject {
  readonly unreadable: null;
  readonly gateway: GatewayService;
}

const TLS_PORT = 15_443;
const TUNNEL_PORT = 15_008;
const ADDRESSES_AT_MOST = 64;

/** What makes a gateway of a Service (facts 5.4). Addresses of Nodes, for Services of type NodePort, are not looked up. */
export function parseGatewayService(raw: unknown, { namespace, name, ...rest }: Identity, cluster: string): GatewayServiceObject {
  const labels = at(raw, "metadata", "labels");
  const ports = list(at(raw, "spec", "ports")).map((port) => number(field(port, "port")));
  const asked = text(field(labels, "networking.istio.io/gatewayPort"));
  const tlsPort = /^\d{1,5}$/.test(asked) ? Number(asked) : TLS_PORT;
  const gateway = {
    ...{ namespace, name, network: text(field(labels, "topology.istio.io/network")), addresses: addressesOf(raw) },
    tlsPort: ports.includes(tlsPort) ? tlsPort : null,
    tunnelPort: ports.includes(TUNNEL_PORT) ? TUNNEL_PORT : null,
    isEastWest: field(labels, "istio") === "eastwestgateway",
  };
  return { cluster, ...rest, namespace, name, unreadable: null, gateway };
}

function addressesOf(raw: unknown): readonly string[] {
  const balanced = list(at(raw, "status", "loadBalancer", "ingress")).map((one) => text(field(one, "ip")) || text(field(one, "hostname")));
  const external = list(at(raw, "spec", "externalIPs")).map(text);
  return [...new Set([...balanced, ...external])].filter((address) => address !== "").slice(0, ADDRESSES_AT_MOST);
}
