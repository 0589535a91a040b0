import type { EndpointStatus, SentOnOtherPort } from "@/lib/domain/selection/caller-service";
import type { EndpointPort } from "@/lib/domain/selection/endpoint-port";
import type { ExclusionReason } from "@/lib/domain/selection/reasons";
import { dependsWords, leftOutWords } from "./host/left-out-words";
import { portRuleWords, type WordedPort } from "./port-rule-words";
import { reasonWords } from "./reason-words";
import { listOf } from "./text/lists";

/** One port of a service on a machine, as callers get it. `against`: the reasons why no port of the service sends it now. */
export interface PortOnMachine {
  readonly port: WordedPort & {
    readonly found: EndpointPort;
    readonly status: EndpointStatus;
    readonly onOtherPort: SentOnOtherPort | null;
  };
  readonly against: readonly ExclusionReason[];
}

/** The answer to "gets traffic?", its reason, and the rule by which callers reach the port. */
export interface EndpointTraffic {
  readonly answer: "yes" | "no" | "depends";
  readonly word: "Yes" | "No" | "Depends";
  /** "" = the port rule says it all. */
  readonly because: string;
  readonly rule: string;
  /** The reason with the texts of the objects, for a tooltip. */
  readonly full: string;
}

/** Returns whether callers of a port get the machine, and why. */
export function endpointTraffic({ port, against }: PortOnMachine): EndpointTraffic {
  const rule = portRuleWords(port.found, port);
  const [first] = against;
  const no = { answer: "no", word: "No", rule } as const;
  if (first !== undefined) return { ...no, because: shortReason(first), full: against.map(reasonWords).join("; ") };
  const { status, onOtherPort } = port;
  if (status.is === "not-sent") {
    const because = status.reason.code === "port-name-missing" ? "" : leftOutWords(status.reason);
    return { ...no, because, full: because };
  }
  if (onOtherPort !== null) return { ...no, because: leftOutWords(onOtherPort), full: leftOutWords(onOtherPort) };
  if (status.is === "depends") {
    const because = dependsWords(status.outcomes);
    return { answer: "depends", word: "Depends", because, rule, full: because };
  }
  const because = status.is === "gateway" ? `through ${listOf(status.gateways.map(({ address }) => address))}` : "";
  return { answer: "yes", word: "Yes", because, rule, full: because };
}

/** The reason of a state, without the text of its message: the headline has it. */
function shortReason(reason: ExclusionReason): string {
  switch (reason.code) {
    case "unhealthy":
      return `the last report is ${reason.status || "not True"}`;
    case "awaiting-first-probe":
      return "no report has arrived";
    case "draining":
      return "it is being drained";
    default:
      return reasonWords(reason);
  }
}
