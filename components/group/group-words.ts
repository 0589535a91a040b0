import type { LossesAnswer } from "@/lib/contract/history";
import type { GroupRow } from "@/lib/contract/rows";
import { countIn } from "@/lib/domain/state-code";
import type { Zone } from "@/lib/format/clock";
import { groupSentence } from "@/lib/format/group-sentence";
import type { LinePart } from "@/lib/format/headline";
import { type HurtHost, hurtHosts } from "@/lib/format/hurt-hosts";
import { lossesSentence } from "@/lib/format/losses-sentence";
import { pacePhrase } from "@/lib/format/pace-words";
import { momentOf, type Tense } from "@/lib/format/text/tense";
import { troubleCount } from "@/lib/format/trouble-phrase";

/** The first lines of a group's page; `of` is written paler. */
export interface GroupWords {
  readonly headline: { readonly strong: string; readonly of: string; readonly verb: string };
  readonly trouble: string;
  readonly line: readonly LinePart[];
}

/** What is told beside a group's own counts: its annotation verbatim, what the record knows of the lost (null = nothing yet), and the hosts that take its machines. */
export interface ToldOfGroup {
  readonly expectedSizeText: string | null;
  readonly losses: LossesAnswer | null;
  readonly hosts: readonly HurtHost[];
}

/** The live sentence, with the losses in place of "not registered" where the record knows them, and the hosts that suffer. */
export function groupWords(row: GroupRow, { expectedSizeText, losses, hosts }: ToldOfGroup, tense: Tense, now: number, zone: Zone): GroupWords {
  const { headline, trouble, line } = groupSentence(row, expectedSizeText, tense, momentOf(tense, now));
  const [, of = "", verb = headline.rest] = /^(of [\d,]+)\s(.*)$/s.exec(headline.rest) ?? [];
  const { counts, expected, total } = row.rollUp;
  const still = {
    unhealthy: countIn(counts, "unhealthy"),
    troubled: troubleCount(counts),
    common: row.common,
    missing: expected === null ? null : expected - total,
  };
  const lost = losses === null ? "" : lossesSentence(losses, still, tense.past, momentOf(tense, now), zone);
  const hurt = hurtHosts(hosts, row.lost > 0 || (still.missing ?? 0) > 0, tense.past);
  const pace = row.pace === null ? [] : [{ text: pacePhrase(row.pace), tone: null }];
  return { headline: { strong: headline.strong, of, verb }, trouble: lost || trouble, line: [...pace, ...hurt, ...line] };
}
