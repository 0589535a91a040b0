/** What one of several objects that claim a host is to a caller, by the outcome of its claim (facts 4.7). */
export type ClaimOutcome = "defines" | "adds-endpoints" | "other-namespace-wins" | "not-exported" | "not-imported";

/** What a claim comes to, as a phrase. `lostPorts`: names or numbers of its ports whose endpoints are lost. */
export function claimPhrase(outcome: ClaimOutcome, caller: string, lostPorts: readonly string[]): string {
  switch (outcome) {
    case "defines":
      return `says what the host is for callers in ${caller}`;
    case "adds-endpoints":
      return lostPorts.length === 0
        ? "adds its endpoints"
        : `adds its endpoints, but those of port ${lostPorts.join(", ")} are lost: the other has no such port`;
    case "other-namespace-wins":
      return `loses in ${caller}: another namespace has the host there, and machines of several namespaces are not added up`;
    case "not-exported":
      return `is not exported to ${caller}`;
    case "not-imported":
      return `is not imported by the Sidecar of callers in ${caller}`;
  }
}

/** Two ServiceEntries of one namespace and one age: which of them counts is not determined. */
export const UNDETERMINED = "Two of them are of one age in one namespace: which says what the host is, is not determined.";
