import type { EndpointTlsCause, GatewayBlocker } from "@/lib/domain/selection/mutual-tls";
import { listOf } from "@/lib/format/text/lists";
import { evidenceList, evidenceText } from "./evidence";
import type { FoundFacts, RuleText } from "./rule-texts";

/** An advice for each value of the evidence, and a general one for the rule and for other values. */
export function adviceBy(name: string, advice: Readonly<Record<string, string>>, general: string): RuleText {
  return { general, fitting: (facts) => advice[evidenceText(facts, name)] ?? general };
}

/** The change that has callers send mutual TLS to a machine with a sidecar, by the setting that decides. */
const TLS_ADVICE: Readonly<Record<GatewayBlocker & EndpointTlsCause, string>> = {
  "no-account":
    "If a sidecar runs on the machine, set spec.serviceAccount to the sidecar's account. If the machine has a group, set it in the group's template, too.",
  label: "If a sidecar runs on the machine, remove the label security.istio.io/tlsMode. The entry also needs spec.serviceAccount then.",
  "destination-rule": "If sidecars run on all endpoints, correct the TLS mode in the DestinationRule.",
  "peer-authentication": "If a sidecar runs on the machine, correct the PeerAuthentication that has the mode DISABLE.",
  external: "If sidecars run on all machines of the service, write location MESH_INTERNAL.",
  "auto-mtls-off": "If sidecars run on all endpoints, set the TLS mode ISTIO_MUTUAL in a DestinationRule.",
  "unmarked-endpoint": "If sidecars run on all endpoints, set spec.serviceAccount of each entry.",
  "no-sidecar": "If a sidecar is to run in the Pod, enable its injection.",
};

/** The advice for callers' TLS by `evidence.because`, and a sentence for a machine without a sidecar. */
export function tlsAdvice(general: string, withoutSidecar: string): RuleText {
  const advice = Object.entries(TLS_ADVICE).map(([cause, text]) => [cause, `${text} ${withoutSidecar}`]);
  return adviceBy("because", Object.fromEntries(advice), `${general} ${withoutSidecar}`);
}

/** A limit of the rules about health checks. */
export const NO_HEALTH_CHECKS = "With PILOT_ENABLE_WORKLOAD_ENTRY_HEALTHCHECKS=false, istiod ignores health.";

const HEALTH_GATE = "proxy.istio.io/health-checks-enabled";
/** Annotations of istiod's own: it takes an entry that has them for one that it registered. */
const OF_ISTIOD: ReadonlySet<string> = new Set([
  "istio.io/autoRegistrationGroup",
  "istio.io/workloadController",
  "istio.io/connectedAt",
  "istio.io/disconnectedAt",
]);

const MOVE = "If its value is meant, move the key to the place that Istio reads. Otherwise remove it.";

/** The advice for keys in the wrong place. */
export function misplacedAdvice(more = ""): RuleText {
  const last = more === "" ? "" : ` ${more}`;
  return { general: `${MOVE}${last}`, fitting: (facts) => `${misplacedSentences(facts)}${last}` };
}

function misplacedSentences(facts: FoundFacts): string {
  const keys = evidenceList(facts, "written").map((path) => /\[(.+)\]$/.exec(path)?.[1] ?? path);
  const ofIstiod = keys.filter((key) => OF_ISTIOD.has(key));
  const others = keys.filter((key) => !OF_ISTIOD.has(key));
  return [
    others.length > 0 || keys.length === 0 ? MOVE : "",
    keys.includes(HEALTH_GATE) ? `Move ${HEALTH_GATE} only if the machine reports its health.` : "",
    ofIstiod.length === 0 ? "" : `Do not move ${listOf(ofIstiod)}, but remove it: only istiod writes it.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

const MUTE = "If this address is meant, mute this finding.";

/** The advice for an address that leads callers elsewhere, by its kind. */
export function elsewhereAdvice(write: string): RuleText {
  const network = "If it is in another network with a gateway, set its network and account.";
  const ofService = "If the Service is in this namespace, you can select its Pods instead.";
  return {
    general: `${write} ${ofService} ${MUTE}`,
    fitting: (facts) => (facts.evidence.target === "cluster-ip" ? `${write} ${network} ${ofService} ${MUTE}` : `${write} ${MUTE}`),
  };
}

/** The advice for an object that is labelled for a revision of istiod that does not run. */
export function revisionAdvice(change: string, more = ""): RuleText {
  const gone = `If it is gone for good, ${change}.${more === "" ? "" : ` ${more}`}`;
  return {
    general: `First check if that revision only restarts. ${gone}`,
    fitting: (facts) =>
      facts.evidence.isStarting === true
        ? `A Pod of that revision exists and does not run: first see why. ${gone}`
        : `If that revision only restarts, wait. ${gone}`,
  };
}
