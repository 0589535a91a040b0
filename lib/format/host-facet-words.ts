import { SERVICE_STATUSES } from "@/lib/domain/services/service-status";
import { hostStatusNames } from "./host-words";

/** A value of a facet of hosts in words; what has none stands as it is. */
export function hostFacetWords(facet: string, value: string): string {
  if (facet === "status") {
    const kind = SERVICE_STATUSES.find((one) => one === value);
    return kind === undefined ? value : hostStatusNames[kind];
  }
  return WORDS.get(`${facet}:${value}`) ?? value;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["answers:machines", "Machines answer"],
  ["answers:pods", "Pods answer"],
  ["answers:addresses", "Addresses"],
  ["answers:inline", "Inline endpoints"],
  ["answers:nobody", "No endpoint"],
  ["kind:service", "Service"],
  ["kind:serviceentry", "ServiceEntry"],
]);
