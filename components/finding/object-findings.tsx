"use client";

import { CollapsedSummary } from "@/components/state/collapsed-summary";
import { SeverityIcon } from "@/components/state/severity-icon";
import { NO_ROWS } from "@/components/table/first-window";
import { Detail } from "@/components/ui/details";
import { Folded } from "@/components/ui/folded";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import { useMuteNow, useMutes } from "@/lib/client/use-mutes";
import { useView } from "@/lib/client/use-view";
import { type FindingRow, formatObjectFindingsQuery, groupFindingsHref, type ObjectFindingsQuery } from "@/lib/contract/views/findings";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { muteOfFinding } from "@/lib/domain/findings/mute";
import { findingsLine } from "@/lib/format/findings/findings-line";
import { unreadableMutesWords } from "@/lib/format/findings/mute-words";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { formatNumber, oneOrMany, plural } from "@/lib/format/text/numbers";
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
      line={state === null ? "reading findings" : <CollapsedSummary line={findingsLine(state.rows, state.head)} />}
    >
      {isEmpty(state) ? <p className="pt-1 text-ink-2">No finding names it.</p> : <ObjectFindings {...props} />}
    </Detail>
  );
}

function isEmpty(state: ViewStateOf<"findings-of"> | null): boolean {
  return state !== null && state.head.total === 0 && state.head.untold === 0 && !state.head.unreadableMutes;
}

/** The findings about one object, by rule, for its own page. Nothing if there is none, each rule could be evaluated, and its mutes are readable. */
export function ObjectFindings({ initial, ...asked }: ObjectFindingsProps) {
  const { state } = useView("findings-of", formatObjectFindingsQuery(asked), NO_ROWS, initial);
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
      {rowsByRule(state.rows).map((rows) => (
        <FindingsOfRule key={rows[0].rule} rows={rows} self={self} />
      ))}
      {total > state.rows.length && (
        <p className="mt-2 text-s text-ink-2">
          {`The first ${formatNumber(state.rows.length)} are listed here. `}
          <Link href={groupFindingsHref(asked)} prefetch={false} className="max-desk:inline-flex max-desk:min-h-11 max-desk:items-center">
            All {plural(total, "finding")}
          </Link>
        </p>
      )}
      {untold > 0 && (
        <p className="mt-2 text-s text-blind">
          {plural(untold, "more rule", "more rules")} cannot tell about it, as what {oneOrMany(untold, "it needs", "they need")} is not visible.
        </p>
      )}
    </Section>
  );
}

type RowsOfRule = readonly [FindingRow, ...FindingRow[]];

/** The findings of each rule, in the order of their first ones. */
function rowsByRule(rows: readonly FindingRow[]): readonly RowsOfRule[] {
  const rules = new Map<string, RowsOfRule>();
  for (const row of rows) {
    const found = rules.get(row.rule);
    rules.set(row.rule, found === undefined ? [row] : [...found, row]);
  }
  return [...rules.values()];
}

/** The number of findings of one rule before "All n findings": a rule can name each machine of a group. */
const FIRST = 4;

/** The findings of one rule: why it matters and what to do, once, then what was seen. */
function FindingsOfRule({ rows, self }: { readonly rows: RowsOfRule; readonly self: FindingRow["objects"][number] }) {
  const { list } = useMutes();
  const now = useMuteNow();
  const [{ rule, code, severity }] = rows;
  const words = RULE_WORDS[rule];
  const advices = new Set(rows.map(adviceFor));
  return (
    <div className="grid grid-cols-[20px_minmax(0,1fr)] pt-2" data-rule={rule} data-count={rows.length}>
      <span className="pt-1">
        <SeverityIcon severity={severity} />
      </span>
      <div className="min-w-0">
        <h3 className="font-medium">
          {words?.title ?? rule} <span className="font-mono text-s font-normal text-ink-3">{code}</span>
          {rows.length > 1 && <span className="text-s font-normal text-ink-3 tabular-nums"> · {plural(rows.length, "finding")}</span>}
        </h3>
        <p className="max-w-[68em] text-s text-ink-2">
          {words?.why} {advices.size > 1 ? "" : [...advices]}
        </p>
        <Folded items={rows} first={FIRST} what="findings">
          {(shown) => (
            <ul>
              {shown.map((row) => (
                <FindingItem key={row.id} row={row} mute={muteOfFinding(row, list, now)} but={self} hasAdvice={advices.size > 1} />
              ))}
            </ul>
          )}
        </Folded>
      </div>
    </div>
  );
}
