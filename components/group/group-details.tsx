"use client";

import type { ReactNode } from "react";
import { CollapsedSummary } from "@/components/state/collapsed-summary";
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
import { lostLine, lostTitle, plannedLine, policiesLine, sameLabelsLine, sizeLine, templateLine, whereLine, yamlLine } from "@/lib/format/group-details";
import { plural } from "@/lib/format/text/numbers";
import { GroupBreakdown } from "./group-breakdown";
import { GroupTemplate, labelsOfNewEntries } from "./group-template";
import { LostMachinesSection } from "./lost-section";
import type { GroupLosses } from "./use-group-losses";

/** Sections, or their contents, that other folders render. */
export interface GroupDetailParts {
  /** The query of the view "selected-by", and its state that the server rendered. */
  readonly selected: { readonly query: string; readonly initial: ViewStateOf<"selected-by"> | null };
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

/** Details of a group that are rarely needed: collapsed sections, each with a summary line. */
export function GroupDetails({ row, detail, losses, offered, selected, ...parts }: GroupDetailsProps) {
  const { head } = useSelectedBy(selected.query, selected.initial);
  const { cluster, namespace, name } = row;
  const { template, entryAnnotations } = detail;
  const labels = labelsOfNewEntries(detail).length;
  const policies = head?.group?.policies ?? null;
  return (
    <Details>
      <Detail name="breakdown" id="where" title="Where" line={<CollapsedSummary line={whereLine(detail)} />}>
        <GroupBreakdown {...{ cluster, namespace, name, detail }} hosts={head?.group?.hosts ?? []} />
      </Detail>
      <Detail name="lost" id="lost" title={lostTitle(losses.value)} line={<LostLine losses={losses} />}>
        <LostMachinesSection losses={losses} decisions={lossDecisions(row, detail, offered)} />
      </Detail>
      <Detail name="size" title="Size" line={sizeLine(row.rollUp)}>
        <SizeRules />
      </Detail>
      {(detail.planned === null || detail.planned.length > 0) && (
        <Detail name="planned-leaves" title="Planned to go" line={<CollapsedSummary line={plannedLine(detail.planned)} />}>
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
      {parts.findings}
      <Detail name="activity" title="Activity" line={parts.activity.line}>
        {parts.activity.rows}
      </Detail>
      {parts.events}
      {parts.yaml}
      <Detail name="commands" id="commands" title="Commands" line={`${plural(commandsOf(row), "command")} that only read`}>
        {parts.commands}
      </Detail>
    </Details>
  );
}

const NOT_VISIBLE = <span className="text-blind">The template is not visible, so its policies are not known.</span>;

/** The summary line of the collapsed YAML section. */
export function GroupYamlSummary({ query, initial }: { readonly query: string; readonly initial: ViewStateOf<"group"> | null }) {
  const zone = useZone();
  const { row = null, detail = null } = useView("group", query, NO_ROWS, initial).state?.head ?? {};
  // The JSX runtime makes invisible characters visible only inside elements.
  return detail !== null && <>{yamlLine({ managedBy: detail.managedBy, createdAt: row?.createdAt ?? null, generation: detail.generation }, zone)}</>;
}

function commandsOf({ cluster, namespace, name }: GroupRow): number {
  return commandsFor({ kind: "group", context: cluster, namespace, name, address: "" }).length;
}

function LostLine({ losses: { value, problem, behind } }: { readonly losses: GroupLosses }) {
  if (value !== null) return <CollapsedSummary line={lostLine(value, behind)} />;
  return <span className={problem === null ? "text-ink-3" : "text-blind"}>{problem ?? "Reading the history"}</span>;
}

/** Explains how expected sizes are determined. */
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
