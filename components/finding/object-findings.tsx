"use client";

import { DetailLineText } from "@/components/state/detail-line";
import { SeverityIcon } from "@/components/state/severity-icon";
import { NO_ROWS } from "@/components/table/first-window";
import { Detail } from "@/components/ui/details";
import { Section } from "@/components/ui/section";
import { useMuteNow, useMutes } from "@/lib/client/use-mutes";
import { useView } from "@/lib/client/use-view";
import { formatObjectFindingsQuery, type ObjectFindingsQuery } from "@/lib/contract/views/findings";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { muteOfFinding } from "@/lib/domain/findings/mute";
import { findingsLine } from "@/lib/format/findings/findings-line";
import { unreadableMutesWords } from "@/lib/format/findings/mute-words";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { adviceFor, FindingItem } from "./finding-item";

interface ObjectFindingsProps extends ObjectFindingsQuery {
  readonly initial: ViewStateOf<"findings-of"> | null;
}

/** The findings of one object as a folded row, whose line names the worst. */
export function FindingsDetail(props: ObjectFindingsProps) {
  const { initial, ...asked } = props;
  const { state } = useView("findings-of", formatObjectFindingsQuery(asked), NO_ROWS, initial);
  return (
    <Detail
      name="findings"
      id="findings"
      title="Findings"
      line={state === null ? "reading findings" : <DetailLineText line={findingsLine(state.rows, state.head)} />}
    >
      {isEmpty(state) ? <p className="pt-1 text-ink-2">No finding names it.</p> : <ObjectFindings {...props} />}
    </Detail>
  );
}

function isEmpty(state: ViewStateOf<"findings-of"> | null): boolean {
  return state !== null && state.head.total === 0 && state.head.untold === 0 && !state.head.unreadableMutes;
}

/** What was found about one object, on its own page; nothing where nothing was, every rule could tell, and its mutes can be read. */
export function ObjectFindings({ initial, ...asked }: ObjectFindingsProps) {
  const { state } = useView("findings-of", formatObjectFindingsQuery(asked), NO_ROWS, initial);
  const { list } = useMutes();
  const now = useMuteNow();
  if (state === null || isEmpty(state)) return null;
  const { total, untold, unreadableMutes } = state.head;
  const self = { kind: asked.of, namespace: asked.namespace, name: asked.name };
  return (
    <Section name="findings" title="Findings" aside={total === 0 ? undefined : plural(total, "finding")}>
      {unreadableMutes && (
        <p data-problem="unreadable-mutes" className="mt-2 max-w-[68em] text-s wrap-anywhere text-warn">
          {unreadableMutesWords()}
        </p>
      )}
      {state.rows.map((row) => (
        <div key={row.id} className="grid grid-cols-[20px_minmax(0,1fr)] pt-2">
          <span className="pt-1">
            <SeverityIcon severity={row.severity} />
          </span>
          <div className="min-w-0">
            <h3 className="font-medium">
              {RULE_WORDS[row.rule]?.title ?? row.rule} <span className="font-mono text-s font-normal text-ink-3">{row.code}</span>
            </h3>
            <p className="max-w-[68em] text-s text-ink-2">
              {RULE_WORDS[row.rule]?.why} {adviceFor(row)}
            </p>
            <ul>
              <FindingItem row={row} mute={muteOfFinding(row, list, now)} but={self} />
            </ul>
          </div>
        </div>
      ))}
      {untold > 0 && (
        <p className="mt-2 text-s text-blind">
          {plural(untold, "more rule", "more rules")} cannot tell about it, as what {oneOrMany(untold, "it needs", "they need")} is not visible.
        </p>
      )}
    </Section>
  );
}
