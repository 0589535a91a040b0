"use client";

import type { ReactNode } from "react";
import { lossDecisions } from "@/components/table/accept-losses";
import { NO_ROWS } from "@/components/table/first-window";
import { useZone } from "@/components/table/use-zone";
import { Detail, Details } from "@/components/ui/details";
import { useSelectedBy } from "@/lib/client/use-selected-by";
import { useView } from "@/lib/client/use-view";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { GroupRow, SingleGroupHead } from "@/lib/contract/views/groups";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { EXPECTED_SIZE_ANNOTATION } from "@/lib/domain/group/expected-size";
import { commandsFor } from "@/lib/format/commands";
import { findingsLine } from "@/lib/format/findings/findings-line";
import {
  type DetailLine,
  lostLine,
  lostTitle,
  plannedLine,
  policiesLine,
  sameLabelsLine,
  sizeLine,
  templateLine,
  whereLine,
  yamlLine,
} from "@/lib/format/group-details";
import { plural } from "@/lib/format/text/numbers";
import { GroupBreakdown } from "./group-breakdown";
import { GroupTemplate, labelsOfNewEntries } from "./group-template";
import { LostSection } from "./lost-section";
import type { GroupLosses } from "./use-group-losses";

/** A view of the page: its query, and its state in the HTML. */
interface InitialView<Kind extends "selected-by" | "findings-of"> {
  readonly query: string;
  readonly initial: ViewStateOf<Kind> | null;
}

/** The contents of folded rows that other rooms draw. */
export interface GroupDetailParts {
  readonly selected: InitialView<"selected-by">;
  readonly found: InitialView<"findings-of">;
  /** The machines that are planned to leave. */
  readonly planned: ReactNode;
  readonly policies: ReactNode;
  readonly labelOnly: ReactNode;
  readonly findings: ReactNode;
  readonly activity: { readonly line: ReactNode; readonly rows: ReactNode };
  readonly events: ReactNode;
  readonly yaml: ReactNode;
  readonly commands: ReactNode;
}

interface GroupDetailsProps extends GroupDetailParts {
  readonly row: GroupRow;
  readonly detail: NonNullable<SingleGroupHead["detail"]>;
  readonly losses: GroupLosses;
  readonly offered: readonly ObjectCommandName[];
}

/** The facts of a group that are rarely needed at once: folded rows, each with a line that answers. */
export function GroupDetails({ row, detail, losses, offered, selected, found, ...parts }: GroupDetailsProps) {
  const zone = useZone();
  const { head } = useSelectedBy(selected.query, selected.initial);
  const { cluster, namespace, name } = row;
  const { managedBy, generation, template, entryAnnotations } = detail;
  const labels = labelsOfNewEntries(detail).length;
  const policies = head?.group?.policies ?? null;
  return (
    <Details>
      <Detail name="breakdown" id="where" title="Where" line={<Line of={whereLine(detail)} />}>
        <GroupBreakdown {...{ cluster, namespace, name, detail }} hosts={head?.group?.hosts ?? []} />
      </Detail>
      <Detail name="lost" id="lost" title={lostTitle(losses.value)} line={<LostLine losses={losses} />}>
        <LostSection losses={losses} decisions={lossDecisions(row, detail, offered)} />
      </Detail>
      <Detail name="size" title="Size" line={sizeLine(row.rollUp)}>
        <SizeRules />
      </Detail>
      {(detail.planned === null || detail.planned.length > 0) && (
        <Detail name="planned-leaves" title="Planned to go" line={<Line of={plannedLine(detail.planned)} />}>
          {parts.planned}
        </Detail>
      )}
      <Detail
        name="template"
        title="Template"
        line={templateLine({ labels, annotations: entryAnnotations.length, ports: template.ports.length, weight: template.weight })}
      >
        <GroupTemplate row={row} detail={detail} />
      </Detail>
      <Detail name="policies" title="Policies" line={policies === null ? NOT_VISIBLE : policiesLine(policies, head?.sight?.policies ?? [])}>
        {parts.policies}
      </Detail>
      <Detail name="label-only-entries" title="Same labels, no group" line={sameLabelsLine(detail.labelOnlyTotal)}>
        {parts.labelOnly}
      </Detail>
      <Detail name="findings" title="Findings" line={<FindingsLine found={found} />}>
        {parts.findings}
      </Detail>
      <Detail name="activity" title="Activity" line={parts.activity.line}>
        {parts.activity.rows}
      </Detail>
      <Detail name="events" title="Events" line="Kubernetes Events · istiod writes none for groups">
        {parts.events}
      </Detail>
      <Detail name="yaml" id="yaml" title="YAML" line={yamlLine({ managedBy, createdAt: row.createdAt, generation }, zone)} hasAnchor={isLineAnchor}>
        {parts.yaml}
      </Detail>
      <Detail name="commands" id="commands" title="Commands" line={`${plural(commandsOf(row), "command")} that only read`}>
        {parts.commands}
      </Detail>
    </Details>
  );
}

const NOT_VISIBLE = <span className="text-blind">The template is not visible, so its policies are not known.</span>;

/** The address can have the line of a YAML file. */
function isLineAnchor(anchor: string): boolean {
  return /^L\d+$/.test(anchor);
}

function commandsOf({ cluster, namespace, name }: GroupRow): number {
  return commandsFor({ kind: "group", context: cluster, namespace, name, address: "" }).length;
}

function Line({ of: { lead, tone, rest } }: { readonly of: DetailLine }) {
  return (
    <>
      {lead !== "" && <span className={TONES[tone]}>{lead} </span>}
      {rest}
    </>
  );
}

const TONES = { bad: "font-medium text-bad", warn: "font-medium text-warn", blind: "text-blind", plain: "" } as const satisfies Record<
  DetailLine["tone"],
  string
>;

function LostLine({ losses: { value, problem, behind } }: { readonly losses: GroupLosses }) {
  if (value !== null) return <Line of={lostLine(value, behind)} />;
  return <span className={problem === null ? "text-ink-3" : "text-blind"}>{problem ?? "Reading the history"}</span>;
}

function FindingsLine({ found: { query, initial } }: { readonly found: InitialView<"findings-of"> }) {
  const { state } = useView("findings-of", query, NO_ROWS, initial);
  if (state === null) return <span className="text-ink-3">Reading the findings</span>;
  return <Line of={findingsLine(state.rows, state.head)} />;
}

/** The rules of expected sizes. */
function SizeRules() {
  return (
    <div className="max-w-[68em] text-ink-2">
      <p>
        A declared size is one number or a range: <code>{`${EXPECTED_SIZE_ANNOTATION}: "10-60"`}</code>.
      </p>
      <p>A lost machine counts until it is replaced, accepted, or 24 h pass without a change.</p>
    </div>
  );
}
