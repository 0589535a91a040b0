"use client";

import { Sentence } from "@/components/state/statement";
import { ClusterName } from "@/components/table/cluster-name";
import { CopyButton } from "@/components/ui/copy-button";
import type { FindingRow } from "@/lib/contract/views/findings";
import type { Mute } from "@/lib/domain/findings/mute";
import type { FindingRemedy } from "@/lib/domain/findings/rule";
import { findingStatement } from "@/lib/domain/statements/findings";
import { patchCommand } from "@/lib/format/findings/patch-command";
import { fittingText } from "@/lib/format/findings/rule-texts";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { FindingObjects } from "./finding-objects";
import { FoundSince } from "./found-since";
import { MuteFinding } from "./mute-finding";
import { MutedMark } from "./muted-mark";
import { useOtherControl } from "./use-other-control";

interface FindingItemProps {
  readonly row: FindingRow;
  readonly mute: Mute | null;
  /** The object whose page this is. */
  readonly but?: FindingRow["objects"][number];
  /** Shows the advice for this finding, if the findings of the rule have different advice. */
  readonly hasAdvice?: boolean;
}

/** One finding: what was seen, the objects, and what to copy. */
export function FindingItem({ row, mute, but, hasAdvice = false }: FindingItemProps) {
  const [item, onPressed] = useOtherControl(mute === null);
  return (
    <li ref={item} className={`border-b border-line py-2 ${mute === null ? "" : "text-ink-3"}`} data-finding={row.code}>
      <div className="flex flex-wrap items-start gap-x-4">
        <div className="min-w-0 flex-1 basis-72">
          <p className="max-w-[68em] wrap-anywhere">
            <Sentence of={findingStatement(row)}>{foundWords(row)}</Sentence>
          </p>
          {hasAdvice && <p className="max-w-[68em] text-s text-ink-2">{adviceFor(row)}</p>}
          <FindingObjects row={row} but={but ?? null} />
          {mute !== null && <MutedMark row={row} mute={mute} onPressed={onPressed} />}
        </div>
        <div className="flex items-center gap-1.5 text-s text-ink-3">
          {but === undefined && <ClusterName cluster={row.cluster} className="font-mono" />}
          <span className="tabular-nums">
            <FoundSince row={row} />
          </span>
          {mute === null && <MuteFinding row={row} rule={row.rule} onPressed={onPressed} />}
        </div>
      </div>
      <FindingPatchLine row={row} />
    </li>
  );
}

/** What was seen, as a sentence; a rule that this version has no words for says its name. */
export function foundWords({ rule, objects, evidence }: FindingRow): string {
  const words = RULE_WORDS[rule];
  return words === undefined ? rule : words.found({ objects, evidence });
}

/** The advice that fits a finding. */
export function adviceFor(row: FindingRow): string {
  return fittingText(RULE_WORDS[row.rule]?.whatToDo ?? "", row);
}

/** What to paste, or why there is nothing to paste. */
function FindingPatchLine({ row }: { readonly row: FindingRow }) {
  if (row.patch === null) {
    return row.noPatchBecause === "" ? null : <p className="mt-1 text-s text-ink-3">No patch: {row.noPatchBecause}.</p>;
  }
  // The contract has the shape of a patch; what is in its body is whatever the rule wrote.
  const command = patchCommand(row.patch as FindingRemedy, row.cluster);
  return (
    <div className="mt-1.5 flex max-w-[76em] items-center gap-2 bg-sunken px-2 py-1">
      <code className="min-w-0 flex-1 text-s break-all">{command}</code>
      <CopyButton text={command} label="Copy command" />
    </div>
  );
}
