import { plural } from "@/lib/format/count";
import { evidenceCount } from "@/lib/format/findings/evidence-words";
import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const networkWithoutGateway: WordsOfFinding = {
  title: "A network has no gateway",
  found: (facts) => {
    const machines = plural(evidenceCount(facts, "machines"), "machine");
    const tunnel = facts.evidence.hasTunnelOnly === true ? " for sidecars, only one for ambient" : "";
    const then = facts.evidence.leftOut === true ? "its machines are left out for callers of other networks" : "Istio calls these machines directly";
    return `${evidenceText(facts, "network")} has ${machines} and no gateway${tunnel}: ${then}.`;
  },
  why: "Nothing here can verify that a direct call works. Ambient drops such machines, and so do sidecars where istiod runs with AMBIENT_ENABLE_MULTI_NETWORK=true and the mesh has a gateway.",
  whatToDo:
    "Where networks are routed to each other, nothing. Where they are not, install an east-west gateway: a Service with the label topology.istio.io/network and port 15443.",
  cannotSee: "Whether packets get from one network to the other, and Gateways of the Kubernetes Gateway API.",
};
