import type { LabelSet } from "@/lib/domain/label-set";
import { isWithin } from "@/lib/domain/selection/host-name";
import type { Described } from "@/lib/domain/selection/objects";

/** One server of an Istio Gateway: `hosts` as written, `namespace/name` or `name`. */
export interface GatewayServer {
  readonly port: number;
  /** `tls.mode`; "" = none. */
  readonly tlsMode: string;
  readonly hosts: readonly string[];
}

/** An Istio Gateway: what the proxies that it selects listen for. It makes no gateway between networks; it decides which hosts pass one. */
export interface IstioGateway extends Described {
  readonly selector: LabelSet;
  readonly servers: readonly GatewayServer[];
}

/** A host as a gateway decides about it. */
export interface PassingHost {
  readonly host: string;
  /** `location: MESH_EXTERNAL`: a gateway passes none of these. */
  readonly isExternal: boolean;
}

/** The hosts that these gateways pass between networks, as written, each once, in order. */
export function passedHosts(gateways: readonly IstioGateway[]): readonly string[] {
  const servers = gateways.flatMap((gateway) => gateway.servers.filter(({ tlsMode }) => tlsMode === "AUTO_PASSTHROUGH"));
  return [...new Set(servers.flatMap(({ hosts }) => hosts))].sort();
}

/**
 * Does a list of hosts cover this one (`pilot/pkg/networking/core/gateway.go`, builtAutoPassthroughFilterChains)? A namespace before a slash plays no part
 * (`pilot/pkg/model/gateway.go`, GetSNIHostsForServer).
 */
export function passes(hosts: readonly string[], { host, isExternal }: PassingHost): boolean {
  return !isExternal && hosts.some((written) => isWithin(host, written.split("/").at(-1) ?? ""));
}
