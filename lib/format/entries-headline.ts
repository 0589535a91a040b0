import type { EntriesListed, EntriesMatched } from "@/lib/domain/statements/entries";
import type { GroupsListed } from "@/lib/domain/statements/group";
import { formatNumber, plural } from "./text/numbers";

/** "10,000 registered entries", "8 lost"; the name of the list while its total is not known. */
export function entriesHeadline({ which, total }: EntriesListed): string {
  if (which === "lost") return total === null ? "Lost entries" : `${formatNumber(total)} lost`;
  return total === null ? "Entries" : plural(total, "registered entry", "registered entries");
}

/** "300 of 10,000". */
export function matchedText({ matched, total }: EntriesMatched): string {
  return `${formatNumber(matched)} of ${formatNumber(total)}`;
}

/** The headline of a list of groups: "25 groups", and ", 4 of them here" under a filter. */
export function groupsHeadline({ total, matched }: GroupsListed): { readonly text: string; readonly matched: string } {
  return { text: plural(total, "group"), matched: matched === total ? "" : `, ${formatNumber(matched)} of them here` };
}
