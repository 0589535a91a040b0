import type { ArrivalStatement, ArrivalStep, ArrivalStepStatus } from "@/lib/domain/new-group/arrival";
import type { Headline } from "./headline";
import { leftOutWords } from "./host/left-out-words";
import { reasonWords } from "./reason-words";
import { formatLeft, formatSpan } from "./text/duration";
import { capitalize } from "./text/sentence";
import { type Tense, verbOf } from "./text/tense";

/** The names of the steps. */
export const STEP_NAMES = {
  objects: "Objects applied",
  token: "Token handed out",
  connected: "Machine connected",
  health: "First health report",
  endpoints: "Taking traffic",
} as const satisfies Record<ArrivalStep, string>;

/** The server's time, and the tense: only live data has the present tense. */
interface Told {
  readonly now: number;
  readonly tense: Tense;
}

/** The sentence of the page: the step that everything waits for. */
export function arrivalHeadline(statement: ArrivalStatement, { now, tense }: Told): Headline {
  const { step, group, host, port, endpointPort } = statement;
  const is = verbOf(tense, "is", "was");
  switch (step) {
    case "arrived": {
      const named = port === null ? "." : `for ${hostPortWords({ host, port, endpointPort })}.`;
      return { strong: `The newest machine ${verbOf(tense, "takes", "took")} traffic`, rest: named };
    }
    case "objects":
      return { strong: `There ${is} no group ${group}.`, rest: "No machine can register with it." };
    case "token":
    case "connected":
      return connectedHeadline(statement, { now, tense });
    case "health":
      return healthHeadline(statement, tense);
    case "endpoints":
      return endpointsHeadline(statement, tense);
  }
}

function endpointsHeadline(statement: ArrivalStatement, tense: Tense): Headline {
  const ready = `The newest machine ${verbOf(tense, "is", "was")} ready`;
  if (statement.isAddressEmpty) return { strong: `${ready}.`, rest: `${capitalize(EMPTY_ADDRESS)}.` };
  if (statement.state === "unknown") return { strong: `${ready}.`, rest: "Its services are not known yet." };
  const reason = notSentWords(statement);
  if (reason !== "") return { strong: `${ready}, but callers ${verbOf(tense, "are", "were")} not sent it.`, rest: `${capitalize(reason)}.` };
  return { strong: `${ready}, but no service ${verbOf(tense, "selects", "selected")} it.`, rest: "Callers get it after a Service or ServiceEntry selects it." };
}

const EMPTY_ADDRESS = "callers get an empty address with the port: the effect on their proxies is not known";

/** The reason why no service sends callers to a machine, as a phrase without a full stop; "" = none is known. */
function notSentWords({ notSent, against }: Pick<ArrivalStatement, "notSent" | "against">): string {
  if (notSent !== null) return leftOutWords(notSent);
  return against === null ? "" : reasonWords(against);
}

const NO_TOKEN = {
  true: "No token for it is in the audit.",
  false: "No token was handed out for it since this server started.",
  null: "Whether a token was handed out for it is not known yet.",
} as const;

function connectedHeadline({ state, tokenExpiresAt, areTokensAudited }: ArrivalStatement, { now, tense }: Told): Headline {
  if (state === "wrong")
    return { strong: `The newest machine ${verbOf(tense, "is not connected", "was not connected")}.`, rest: "It was here, and its stream has ended." };
  const strong = `No new machine ${verbOf(tense, "is", "was")} here yet.`;
  if (tokenExpiresAt === null) return { strong, rest: NO_TOKEN[`${areTokensAudited}`] };
  const leftMs = tokenExpiresAt - now;
  if (leftMs > 0) return { strong, rest: `Its token is good for another ${formatLeft(leftMs)}.` };
  return { strong, rest: `Its token ended ${formatSpan(-leftMs)} ago: make another.` };
}

function healthHeadline({ state, goodReportWithin, badReportWithin }: ArrivalStatement, tense: Tense): Headline {
  if (state === "wrong") return { strong: `The newest machine ${verbOf(tense, "is", "was")} here, and gets no traffic as it should.`, rest: "" };
  const strong = `The newest machine ${verbOf(tense, "is here and waits", "was here and waited")} for its first health report.`;
  if (goodReportWithin === null || badReportWithin === null) return { strong, rest: "" };
  const good = goodReportWithin === 0 ? "at once" : `within ${formatSpan(goodReportWithin)}`;
  return { strong, rest: `A good one comes ${good}, a bad one within ${formatSpan(badReportWithin)}.` };
}

interface AlertParts {
  readonly namespace: string;
  readonly group: string;
  /** Null = nobody knows how many it should have. */
  readonly expected: number | null;
  /** Of the group's page. */
  readonly address: string;
}

/** An alert for Prometheus: fewer machines than the group should have. Text to copy. */
export function alertRule({ namespace, group, expected, address }: AlertParts): string {
  const size = expected ?? "SIZE";
  return [
    "# kube-state-metrics with a CustomResourceState metric of WorkloadEntries, here kube_workloadentry_healthy{namespace, group}",
    `- alert: MachinesMissing`,
    `  expr: (sum(kube_workloadentry_healthy{namespace=${JSON.stringify(namespace)}, group=${JSON.stringify(group)}}) or vector(0)) < ${size}`,
    "  for: 5m",
    "  labels: {severity: page}",
    "  annotations:",
    `    summary: ${JSON.stringify(`Fewer than ${size} machines of ${namespace}/${group} are healthy`)}`,
    `    runbook_url: ${JSON.stringify(address)}`,
    "",
  ].join("\n");
}

/** What a person on call does, as Markdown. */
export function runbookText({ namespace, group, address }: { readonly namespace: string; readonly group: string; readonly address: string }): string {
  return [
    `# Machines of ${namespace}/${group}`,
    "",
    `1. Look at ${address}: how many serve, who is missing, since when, and what they share.`,
    "2. A machine is unhealthy: its application does not answer its probe. Go to it, ask the application as the probe does, read its log.",
    "3. A machine is gone: `systemctl status istio`, `sudo journalctl --unit istio -n 50`. Off for more than a day: it needs a new token.",
    "4. Many at once: look for what they share (zone, network, replica of istiod) before anything is restarted.",
    "5. After a loss of a whole zone, machines that a lost istiod held stay in the endpoints for up to 45 minutes.",
    "",
  ].join("\n");
}

/** How far a step is, for the ear. */
export const STEP_STATES = {
  done: "done",
  waiting: "waited for",
  wrong: "will not come by waiting",
  later: "not yet",
  unknown: "cannot tell",
} as const satisfies Record<ArrivalStepStatus["state"], string>;

/** What stands beside a step. */
export interface StepFacts extends Pick<ArrivalStatement, "notSent" | "against" | "isAddressEmpty"> {
  readonly token: { readonly expiresAt: number } | null;
  readonly tokensKept: boolean | null;
  /** The newest machine, "" = none; the replica that holds it; what its probe said. */
  readonly machine: string;
  readonly controller: string;
  readonly message: string;
  readonly hasProbe: boolean;
  readonly serving: string;
  /** The services whose callers are sent it, with ports. */
  readonly services: readonly string[];
  readonly now: number;
}

/** The evidence of a step, or what it waits for. */
export function stepFactWords({ step, state }: Pick<ArrivalStepStatus, "step" | "state">, facts: StepFacts): string {
  const { token, tokensKept, machine, controller, message, hasProbe, serving, now } = facts;
  switch (step) {
    case "objects":
      return state === "done" ? "the WorkloadGroup is there" : "the WorkloadGroup is not there";
    case "token":
      if (token === null && tokensKept === null) return "not known yet";
      if (token === null) return tokensKept ? "none in the audit" : "none by this server since it started";
      return token.expiresAt > now ? `good for another ${formatLeft(token.expiresAt - now)}` : `ended ${formatSpan(now - token.expiresAt)} ago`;
    case "connected":
      if (machine === "") return "istiod has not heard of it";
      return controller === "" ? machine : `${machine} at ${controller}`;
    case "health":
      if (state === "done") return hasProbe && serving === "yes-checked" ? "its probe succeeds" : "the group has no probe: nothing is checked";
      if (state === "wrong") return serving === "yes-unchecked" ? "not checked: it was started without the group's probe" : message || "its probe fails";
      return state === "waiting" ? "the agent runs its probe from the moment it starts" : "";
    case "endpoints":
      return endpointsFact(state, facts);
  }
}

function endpointsFact(state: ArrivalStepStatus["state"], facts: StepFacts): string {
  if (facts.services.length > 0) return `in the endpoints of ${facts.services.join(", ")}`;
  if (state !== "wrong" && state !== "unknown") return "";
  if (facts.isAddressEmpty) return EMPTY_ADDRESS;
  if (state === "unknown") return "its services are not known";
  const reason = notSentWords(facts);
  return reason === "" ? "no service selects it" : `callers are not sent it: ${reason}`;
}

/** Where a machine that has just come is, as its entry says: it is called there, and by that it is near to some callers. */
export function placeWords({ address, network, locality }: { readonly address: string; readonly network: string; readonly locality: string }): string {
  return [
    address === "" ? "no address is written" : `address ${address}`,
    network === "" ? "no network is written: sidecars of every network call it directly" : `network ${network}`,
    locality === "" ? "no locality is written" : `locality ${locality}`,
  ].join("; ");
}

/** One port of a host as a caller sees it: "web.example.com, port 443 → 8080". */
export function hostPortWords({ host, port, endpointPort }: Pick<ArrivalStatement, "host" | "endpointPort"> & { readonly port: number }): string {
  return endpointPort === null || endpointPort === port ? `${host}, port ${port}` : `${host}, port ${port} → ${endpointPort}`;
}
