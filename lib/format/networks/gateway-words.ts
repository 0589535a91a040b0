import type { GatewaySource, GatewayStatus } from "@/lib/domain/networks/known-gateway";
import type { Tone } from "@/lib/domain/verdict/freshness";

/** How a gateway was found, as one phrase. */
export function foundByWords(found: GatewaySource): string {
  if (found.by === "kubernetes-gateway") return `Gateway ${found.namespace}/${found.name} (gateway.networking.k8s.io), label topology.istio.io/network`;
  if (found.by === "service") return `Service ${found.namespace}/${found.name}, label topology.istio.io/network`;
  return found.service === "" ? "meshNetworks, by its address" : `meshNetworks, by the Service ${found.service}`;
}

/** Whether sidecars can use it: one phrase, what follows, and a tone where it leads nowhere. */
export interface StandingWords {
  readonly word: string;
  readonly means: string;
  readonly tone: Tone | null;
}

/** The words of a gateway's standing. */
export const STANDING_WORDS: Readonly<Record<GatewayStatus, StandingWords>> = {
  usable: { word: "has an address", means: "Sidecars of other networks are sent this address and port. Whether it answers cannot be seen here.", tone: null },
  "host-name": {
    word: "host name, resolved by istiod",
    means: "istiod resolves the name and sends sidecars what it finds, which cannot be seen here.",
    tone: null,
  },
  "tunnel-for-sidecars": {
    word: "HBONE, and sidecars are sent there",
    means:
      "Of an HBONE listener of a Kubernetes Gateway istiod takes the port for sidecars too. They speak mutual TLS, which such a port does not take: their calls into this network fail there.",
    tone: "bad",
  },
  "by-its-service": {
    word: "no address of its own",
    means:
      "Its spec.addresses names none with a type, and istiod reads no others: it counts by the Service that is made for it, where that has the label and an address.",
    tone: null,
  },
  "name-not-resolved": {
    word: "host name, not resolved",
    means: "istiod runs with RESOLVE_HOSTNAME_GATEWAYS=false: a gateway with a host name is not used.",
    tone: "bad",
  },
  "tunnel-only": { word: "HBONE only", means: "It has no port for the mutual TLS of sidecars: only ambient callers use it.", tone: "warn" },
  "no-port": {
    word: "no port that istiod knows",
    means:
      "It has neither port 15443 (or what networking.istio.io/gatewayPort says) nor 15008 (of a Kubernetes Gateway: no listener with tls there, none for auto-passthrough, none of HBONE): istiod ignores it.",
    tone: "bad",
  },
  "no-address": { word: "no address yet", means: "Its load balancer has no address, and it has no externalIPs: nobody can be sent there.", tone: "bad" },
  "service-not-seen": {
    word: "Service not seen",
    means: "meshNetworks names a Service that is not among the labelled ones seen here: its addresses are not known.",
    tone: "blind",
  },
};
