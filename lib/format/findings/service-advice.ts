import { adviceBy } from "./advice";
import { evidenceText } from "./evidence";
import type { FoundFacts, RuleText } from "./rule-texts";

const WRITE_ADDRESS = "If the machine has an IP address, write it into the entry.";
const DNS_ALONE =
  "If it has only a host name, write a separate ServiceEntry with resolution DNS. Do not set a traffic distribution there: istiod since 1.30 can crash.";
const ANY_MACHINE = "If any of the machines may answer a call, write resolution STATIC. For machines with host names, write DNS, unless addresses has a CIDR.";
const ONE_MACHINE = "If callers choose a machine by its address, leave NONE.";

const TWICE_ADVICE = {
  true: "If both have the same ports, let only one of them select these machines.",
  false: "If one object has an extra port, do not change a selector. Write all ports into one object, then delete the other.",
};

/** The advice for a machine that is skipped for its address. A socket has no other resolution. */
export function addressAdvice(): RuleText {
  return {
    general: `${WRITE_ADDRESS} ${DNS_ALONE}`,
    fitting: (facts) => (evidenceText(facts, "kind") === "socket" ? WRITE_ADDRESS : `${WRITE_ADDRESS} ${DNS_ALONE}`),
  };
}

/** The advice for a selector with resolution NONE, by the machines that it matches. */
export function resolutionAdvice(): RuleText {
  return {
    general: `${ANY_MACHINE} ${ONE_MACHINE} Check first that the selector matches at least one machine.`,
    fitting: (facts) =>
      facts.evidence.isKnown === true && facts.evidence.machines === 0
        ? `The selector matches no machine: with resolution STATIC, all calls would fail. If machines are to answer, correct the selector first. ${ONE_MACHINE}`
        : `${ANY_MACHINE} ${ONE_MACHINE}`,
  };
}

/** The advice for DNS_ROUND_ROBIN, by the order that resolution DNS would have. */
export function roundRobinAdvice(): RuleText {
  return adviceBy(
    "isOrdered",
    {
      false: "If the machines are to share the requests, write resolution DNS. If all have IP addresses, STATIC also works.",
      true: "If all machines have IP addresses, write resolution STATIC. If not, first remove the traffic distribution or failoverPriority, then write DNS. With them, resolution DNS can crash istiod since 1.30.",
    },
    "If all machines have IP addresses, write resolution STATIC. If not, write DNS, without a traffic distribution or failoverPriority.",
  );
}

/** The advice for a machine that is listed twice, by the ports of both objects. */
export function twiceAdvice(): RuleText {
  return adviceBy("samePorts", TWICE_ADVICE, Object.values(TWICE_ADVICE).join(" "));
}

/** The change for callers without an endpoint, by the reason. */
const LOST_CALLERS: Readonly<Record<string, string>> = {
  "taken-over": "If these callers are to reach it, give the other object endpoints. Or give it another host name.",
  "no-subset": "If the route is meant, add the subset to a DestinationRule. If not, remove it from the route.",
  "empty-subset": "If the route is meant, label machines for the subset. If not, choose a subset with endpoints.",
};

/** The advice for callers that get no endpoint. */
export function lostCallersAdvice(): RuleText {
  return adviceBy("why", LOST_CALLERS, Object.values(LOST_CALLERS).join(" "));
}

/** The change for machines that are no endpoint, by the count of the evidence that names the reason. */
const NO_ENDPOINT: Readonly<Record<string, string>> = {
  unhealthy: "If a health check fails, repair the application.",
  awaiting: "If a machine never reported, check readinessProbe in its mesh.yaml, then restart its agent.",
  draining: "If the maintenance is over, remove the label istio.io/draining.",
  portsUnresolved: "If no machine names the port, add it to spec.ports of the entries.",
};

/** The advice for a service without endpoints. */
export function noEndpointAdvice(): RuleText {
  const open = "Open the service's page: it lists the reason for each machine.";
  const given = ({ evidence }: FoundFacts) => Object.entries(NO_ENDPOINT).flatMap(([name, text]) => (Number(evidence[name] ?? 0) > 0 ? [text] : []));
  return { general: [open, ...Object.values(NO_ENDPOINT)].join(" "), fitting: (facts) => [open, ...given(facts)].join(" ") };
}

const SAME_LABELS = "If it is meant and its labels differ, change the selector or its labels. For new machines, change the labels of its group.";

/** The change that makes a service select the nearest machine or Pod, by the reason why it does not. */
const NEAREST: Readonly<Record<string, string>> = {
  "labels-differ": SAME_LABELS,
  "other-namespace": "If that machine is meant, create the service in its namespace.",
  "host-name-address": "If that machine is meant, write its IP address into its entry.",
  "socket-address": "If that machine is meant, write its IP address into its entry.",
  "machine-of-other-revision": "If it is meant, correct its label istio.io/rev.",
  "selector-of-other-revision": "If it is meant, correct the label istio.io/rev of the service.",
  "switched-off": "If it is meant, enable in istiod that services select it, or select it otherwise.",
};

/** The advice for a service that selects nothing, by the reason that keeps the nearest from it. */
export function nearestAdvice(): RuleText {
  const general = `${SAME_LABELS} If its namespace differs, create the service there. If its address is a host name, write its IP address.`;
  return adviceBy("reason", NEAREST, general);
}
