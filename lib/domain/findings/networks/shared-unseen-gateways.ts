import type { SourceName } from "@/lib/domain/source";
import type { World } from "@/lib/domain/world";

/** Sources of gateways that are out of sight: without one of them, that a network has no gateway cannot be said. */
export function unseenGateways({ gateways, networkGateways }: Pick<World, "gateways" | "networkGateways">): readonly SourceName[] {
  return [
    ...(gateways.kind === "denied" ? (["gateway-services"] as const) : []),
    ...(networkGateways.kind === "denied" ? (["network-gateways"] as const) : []),
  ];
}
