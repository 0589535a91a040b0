import type { FindingsCounts } from "@/lib/domain/statements/findings";
import type { LinePart } from "@/lib/format/headline";
import { listOf } from "@/lib/format/text/lists";
import { formatNumber, numberWord, oneOrMany, plural } from "@/lib/format/text/numbers";
import { capitalize } from "@/lib/format/text/sentence";
import { be, type Tense } from "@/lib/format/text/tense";

/** The sentence: how many findings, and how many of them are errors. */
export interface FindingsHeadline {
  readonly strong: string;
  readonly rest: string;
  readonly trouble: readonly LinePart[];
}

/** How many findings there are, the worst said apart. "Nothing" only where every rule could tell and has. */
export function findingsHeadline({ total, errors, settled, untold }: FindingsCounts, tense: Tense): FindingsHeadline {
  const at = tense.past ? ` ${tense.at}` : "";
  if (total === 0)
    return { strong: settled ? "Nothing found" : "Nothing found yet", rest: `${untold > 0 ? " by the rules that can tell" : ""}${at}.`, trouble: [] };
  const first = { strong: `${settled ? "" : "At least "}${plural(total, "finding")}`, rest: `${at}.` };
  if (errors === 0) return { ...first, trouble: [] };
  const subject = errors === total ? oneOrMany(errors, "It", "All") : capitalize(numberWord(errors));
  return { ...first, trouble: [{ text: `${subject} ${be(errors, tense)} ${oneOrMany(errors, "an error", "errors")}.`, tone: "bad" }] };
}

/** The second line: what was asked about, what cannot be told, what is muted. */
export function findingsLine({ machines, groups, hosts, rules, untold, warnings, notes, muted, mutedForAll, settled }: FindingsCounts): readonly LinePart[] {
  const about = listOf([plural(machines, "machine"), plural(groups, "group"), plural(hosts, "host")]);
  const parts: readonly LinePart[] = [
    { text: warnings === 0 ? "" : plural(warnings, "warning"), tone: null },
    { text: notes === 0 ? "" : plural(notes, "note"), tone: null },
    { text: `${plural(rules, "rule")} over ${about}`, tone: null },
    { text: untold === 0 ? "" : `${plural(untold, "rule")} cannot tell everywhere`, tone: "blind" },
    { text: settled ? "" : "still looking", tone: "blind" },
    { text: mutedForAll === 0 ? "" : `${formatNumber(mutedForAll)} muted for everybody`, tone: null },
    { text: muted === 0 ? "" : `${formatNumber(muted)} muted in this browser`, tone: null },
  ];
  return parts.filter(({ text }) => text !== "");
}
