import type { SourceName } from "@/lib/domain/source";
import type { World } from "@/lib/domain/world";

/**
 * The sources without which a rule cannot know that a network has no gateway. Nodes are one if a Service that leads into `network` has their addresses, which
 * Stolos does not read.
 */
export function unseenGateways({ gateways, networkGateways }: Pick<World, "gateways" | "networkGateways">, network = ""): readonly SourceName[] {
  const services = gateways.kind === "denied" ? [] : gateways.value;
  return [
    ...(services.some((one) => one.network === network && one.nodeAddresses === "used") ? (["nodes"] as const) : []),
    ...(gateways.kind === "denied" ? (["gateway-services"] as const) : []),
    ...(networkGateways.kind === "denied" ? (["network-gateways"] as const) : []),
  ];
}
