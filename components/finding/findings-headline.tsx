"use client";

import { statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { LineParts } from "@/components/table/line-parts";
import { useTense } from "@/components/table/use-tense";
import { Headline } from "@/components/ui/headline";
import { useMuteNow, useMutes } from "@/lib/client/use-mutes";
import type { FindingRow, FindingsHead } from "@/lib/contract/views/findings";
import { muteOfFinding, OBJECT_MUTE_KEY } from "@/lib/domain/findings/mute";
import { findingsCountStatement } from "@/lib/domain/statements/findings";
import { findingsHeadline, findingsLine } from "@/lib/format/findings/findings-headline";
import { isUntold } from "./untold-section";

/** The sentence of the page: how many findings, how many errors; then what was asked, and what cannot be told. */
export function FindingsHeadline({ head, rows }: { readonly head: FindingsHead; readonly rows: readonly FindingRow[] }) {
  const { list } = useMutes();
  const now = useMuteNow();
  const tense = useTense();
  const mutes = rows.flatMap((row) => muteOfFinding(row, list, now) ?? []);
  const mutedForAll = mutes.filter(({ what }) => what === OBJECT_MUTE_KEY).length;
  const counts = { muted: mutes.length - mutedForAll, mutedForAll };
  const input = { ...head, rules: head.rules.length, untold: head.rules.filter(isUntold).length, ...counts };
  const { strong, rest, trouble } = findingsHeadline(input, tense);
  return (
    <Headline data={statementAttributes(findingsCountStatement(input, tense))} sub={<LineParts parts={findingsLine(input)} />}>
      <b>{strong}</b>
      {rest}{" "}
      {trouble.map(({ text, tone }) => (
        <span key={text} className={tone === null ? undefined : toneText[tone]}>
          {text}
        </span>
      ))}
    </Headline>
  );
}
