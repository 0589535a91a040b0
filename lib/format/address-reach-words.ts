import type { EmptyAddressOutcome, EmptyAddressOutcomeByCaller } from "@/lib/domain/networks/empty-address";
import type { Tense } from "./text/tense";

/** An entry without an address: its network and the outcome for its callers. */
interface Unreached {
  readonly network: string;
  readonly reach: EmptyAddressOutcomeByCaller;
}

/** The outcome for callers, in sentences. `services`: the names of the services that they call, or "". */
export function addressReachSentences({ network, reach }: Unreached, services: string, { past }: Pick<Tense, "past">): string {
  const { own, others } = reach;
  const get = past ? "got" : "get";
  const use = past ? "used" : "use";
  if (own === others) return SAME_FOR_ALL[own](get, use);
  if (others === "gateway") {
    const callers = services === "" ? "Callers" : `Callers of ${services}`;
    const reaches = `${callers} in other networks ${past ? "reached" : "reach"} it through the gateway of ${network}.`;
    return own === "nothing" ? `${reaches} Callers in ${network} ${past ? "did" : "do"} not.` : reaches;
  }
  return `Callers in ${network} ${get} no endpoint for it. The gateways that other callers ${use} are not known.`;
}

/** The same as a phrase. */
export function addressReachPhrase({ network, reach: { own, others } }: Unreached): string {
  if (own === others) return PHRASES[own];
  return others === "gateway" ? `callers in other networks get the gateway of ${network}` : `callers in ${network} get no endpoint`;
}

/** The outcome in a preview, as one phrase; none if the machine has an address. */
export function noAddressWords({ noAddress }: { readonly noAddress: Unreached | null }): readonly string[] {
  return noAddress === null ? [] : [`no address: ${addressReachPhrase(noAddress)}`];
}

const SAME_FOR_ALL: Readonly<Record<EmptyAddressOutcome, (get: string, use: string) => string>> = {
  gateway: (get) => `Callers ${get} a gateway in its place.`,
  nothing: (get) => `Callers ${get} no endpoint for it.`,
  "empty-address": (get) => `Callers ${get} an empty address with the port. The effect on their proxies is not known.`,
  "by-service": (get) => `Callers of its DNS services ${get} another answer than callers of its other services.`,
  "not-known": (_get, use) => `The gateways that its callers ${use} are not known.`,
};

const PHRASES: Readonly<Record<EmptyAddressOutcome, string>> = {
  gateway: "callers get a gateway in its place",
  nothing: "callers get no endpoint",
  "empty-address": "callers get an empty address",
  "by-service": "its DNS services differ from its other services",
  "not-known": "the gateways that callers use are not known",
};
