import { plural } from "./text/numbers";

/** What "worst first" means where it is claimed: the order by harm, and not that of the words of states. */
export const WORST_FIRST = {
  groups:
    "Worst first: trouble of the last 24 h, then unverified machines, then older trouble. The number of machines and their share of the total decide, then the age. Groups in no trouble follow.",
  entries:
    "Worst first: machines that do not serve, then unverified ones, then those that are reconnecting, each the newest first. Machines in no trouble follow by name.",
  hosts:
    "Worst first: hosts with nobody left, then those of which somebody is missing, by how many and what share that is, then those with unverified machines, then hosts claimed twice. Hosts of which nothing is known, hosts that take nobody, unchecked ones and those that all serve follow.",
  findings: "Worst first: rules that find errors, then warnings, then notes, each by its code; the findings of a rule by namespace and name.",
} as const;

/** Returns "2 changes in order": rows that would come, leave or move if the list took its new order. */
export function orderChangesText(changes: number): string {
  return `${plural(changes, "change")} in order`;
}
