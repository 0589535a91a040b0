import { hostPhrase } from "@/lib/format/findings/evidence-words";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

const BECAUSE: Readonly<Record<string, string>> = {
  "no-account": "it has no service account",
  label: "its label security.istio.io/tlsMode says so",
  "destination-rule": "a DestinationRule sets another TLS mode",
  "peer-authentication": "a PeerAuthentication turns it off",
};

export const unmarkedBehindGateway: WordsOfFinding = {
  title: "A gateway does not let callers through to a machine",
  found: (facts) =>
    `${firstName(facts)} is behind the gateway of ${evidenceText(facts, "network")} and is not marked for mutual TLS (${BECAUSE[evidenceText(facts, "because")] ?? "not known why"}): callers of ${hostPhrase(facts)} in other networks are not sent it.`,
  why: "The gateway passes mutual TLS only, and istiod leaves out what is not marked for it: callers in its own network reach the machine, all others do not, and nothing says so.",
  whatToDo: "Set spec.serviceAccount of the entry, and in the group's template; or take back the label or policy that turns mutual TLS off.",
  cannotSee: "Whether callers are in other networks at all, and whether a sidecar runs on the machine.",
};
