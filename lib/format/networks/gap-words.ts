import type { UnknownHostsReason } from "@/lib/domain/networks/passthrough";
import type { SERVICE_UNREACHABLE_REASONS, UnreachableReason } from "@/lib/domain/networks/unreachable-reasons";
import type { Tone } from "@/lib/domain/verdict/freshness";

/** What keeps callers from a machine, as a phrase, what follows, and how bad it is. */
export interface GapWords {
  readonly word: string;
  readonly means: string;
  readonly tone: Tone;
}

/** The words of what keeps callers from a machine by its network. */
export const GAP_WORDS: Readonly<Record<UnreachableReason, GapWords>> = {
  "no-address": {
    word: "no address",
    means: "Callers get no endpoint for it: it has no address, and its network has no gateway. Callers of DNS services can get an empty address.",
    tone: "bad",
  },
  "no-address-here": {
    word: "no address",
    means: "It has no address. Callers in its own network get no usable address. Other callers can only use a gateway of its network.",
    tone: "warn",
  },
  "not-marked": {
    word: "no mTLS mark",
    means:
      "It has no service account, or its label security.istio.io/tlsMode is not istio. Gateways pass mTLS only, so callers of other networks are not sent it.",
    tone: "bad",
  },
  "closed-by-policy": {
    word: "mTLS off by policy",
    means: "A PeerAuthentication with mode DISABLE selects it. Gateways pass mTLS only, so callers of other networks are not sent it.",
    tone: "bad",
  },
  "label-only": {
    word: "network in a label only",
    means: "Its label topology.istio.io/network names a network, its spec does not, and only the spec counts: it is called directly from everywhere.",
    tone: "warn",
  },
  "label-differs": {
    word: "label differs",
    means: "Its label topology.istio.io/network names another network than its spec, and only the spec counts.",
    tone: "warn",
  },
  "empty-address": {
    word: "empty address",
    means: "It has no address, and no gateway replaces it. Callers get an empty address with the port. The effect on their proxies was not measured.",
    tone: "bad",
  },
};

/** The reason why no gateway routes to a service. */
export function hostGapWords({ code, mode }: { readonly code: (typeof SERVICE_UNREACHABLE_REASONS)[number]; readonly mode: string }): string {
  switch (code) {
    case "rule":
      return `its DestinationRule has tls.mode ${mode}, which removes the mTLS mark from all its machines`;
    case "external":
      return "it is MESH_EXTERNAL or has no location, and gateways pass no such service";
    case "policy":
      return "a PeerAuthentication of its namespace or mesh is DISABLE, so callers send plain text";
    case "auto-mtls-off":
      return "enableAutoMtls is off, so callers send plain text";
    case "not-covered":
      return "no AUTO_PASSTHROUGH server lists it";
    case "not-exported":
      return "it is not exported to the gateway's namespace";
    case "other-owner":
      return "the gateway has another object or other ports for it";
  }
}

/** The reasons why the services that gateways pass are not known, each as a sentence. */
export const PASS_LACK_TEXTS: Readonly<Record<UnknownHostsReason, string>> = {
  class: "Another program configures the Gateways of their class.",
  selector: "The labels of their Pods decide if a Gateway selects them.",
  "unseen-gateway": "The Gateway of their Pods is not visible.",
  "listener-sets": "ListenerSets may add listeners, and Stolos does not read ListenerSets.",
  bind: "A server has bind, so the addresses of their Pods decide.",
  "scope-setting": "A Gateway is in another namespace, and PILOT_SCOPE_GATEWAY_TO_NAMESPACE of istiod is not known.",
  pods: "Their addresses can lead to Pods of another namespace or cluster.",
};
