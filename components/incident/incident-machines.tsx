"use client";

import { StateIcon } from "@/components/state/state-icon";
import { toneText } from "@/components/state/tone";
import { clusterColumn } from "@/components/table/cluster-name";
import type { Column } from "@/components/table/column";
import { DataTable } from "@/components/table/data-table";
import { groupHref } from "@/components/table/group-href";
import { Mono } from "@/components/table/mono";
import { NameLink } from "@/components/table/name-link";
import { Folded } from "@/components/ui/folded";
import { Section } from "@/components/ui/section";
import { Link } from "@/lib/client/page-link";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { Term } from "@/lib/contract/url/filter-term";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { IncidentDetail, IncidentGroup, IncidentMachine, IncidentRow } from "@/lib/contract/views/incidents";
import type { State } from "@/lib/domain/verdict/verdict";
import {
  acceptedMachinesText,
  incidentMachineEndText,
  incidentMachineReason,
  incidentMachineText,
  listedMachinesText,
  machinesOfIncidentText,
} from "@/lib/format/incident-page";
import { probeReason, probeTarget } from "@/lib/format/probe-error";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { GroupLosses } from "./incident-losses";
import { IncidentMoment, useHourlyTextTime } from "./incident-time";

/** The machines of an incident that the browser has. */
export interface MachinesWindow {
  readonly rows: readonly IncidentMachine[];
  /** The position of the first of them in the whole list. */
  readonly offset: number;
  readonly total: number;
  /** Requests other rows; undefined = there are no others. */
  readonly onWindow: ((first: number, last: number) => void) | undefined;
}

const COLUMNS: readonly Column<IncidentMachine>[] = [
  clusterColumn({ sorts: false }),
  {
    key: "name",
    head: "NAME",
    shown: "always",
    cell: ({ cluster, namespace, name, uid, ...row }) => (
      <NameLink cluster={cluster} href={pagePaths.entry(cluster, namespace, name, uid)} name={name} long under={probeReason(incidentMachineReason(row))} />
    ),
  },
  { key: "state", head: "STATE", shown: "always", cell: (row) => <MachineState row={row} /> },
  { key: "failed", head: "FAILED AT", shown: "usual", cell: ({ failedAt }) => <IncidentMoment at={failedAt} /> },
  { key: "why", head: "WHY", shown: "usual", room: "tablet", fills: true, cell: (row) => <Reason text={incidentMachineReason(row)} /> },
];

const COLUMNS_WITH_GROUP: readonly Column<IncidentMachine>[] = [
  ...COLUMNS,
  {
    key: "group",
    head: "GROUP",
    shown: "usual",
    room: "desk",
    yields: 1,
    cell: ({ namespace, group }) => <Mono faint>{`${namespace}/${group || "none"}`}</Mono>,
  },
];

/** The machines of an incident, those in trouble first. */
export function IncidentMachines({ machines, page, groups }: { readonly machines: MachinesWindow; readonly page: string; readonly groups: number }) {
  const { rows, offset, total, onWindow } = machines;
  if (total === 0) return null;
  const listed = onWindow === undefined ? rows.length : total;
  return (
    <Section name="incident-machines" title="Machines" aside={listedMachinesText(listed, total)}>
      <DataTable
        caption="Machines of the incident"
        columns={groups > 1 ? COLUMNS_WITH_GROUP : COLUMNS}
        rows={rows}
        offset={offset}
        total={listed}
        page={page}
        signatureOf={machineSignature}
        {...(onWindow !== undefined && { onWindow })}
        keys
      />
    </Section>
  );
}

function machineSignature({ condition, left, message, cause }: IncidentMachine): string {
  return JSON.stringify([condition, left, message, cause]);
}

function Reason({ text }: { readonly text: string }) {
  if (text === "") return <span className="text-ink-3">—</span>;
  const target = probeTarget(text);
  return (
    <span title={text}>
      {probeReason(text)}
      {target !== "" && <span className="font-mono text-s text-ink-3"> · {target}</span>}
    </span>
  );
}

function MachineState({ row }: { readonly row: IncidentMachine }) {
  const { word, tone, state } = incidentMachineText(row);
  return (
    <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${toneText[tone]}`} data-condition={row.condition}>
      <StateIcon state={state} />
      {word}
      {row.left !== null && <MachineEnd at={row.left.at} by={row.left.by} />}
    </span>
  );
}

function MachineEnd({ at, by }: { readonly at: number; readonly by: string }) {
  return <span className="text-s text-ink-3 max-desk:hidden">{incidentMachineEndText({ at, by }, useHourlyTextTime())}</span>;
}

/** The groups that are shown before the others unfold. */
const FIRST_GROUPS = 8;

/** The exact states whose machines a count of an incident contains. */
const STATES_OF = {
  failed: ["unhealthy", "no-endpoint"],
  lost: ["vanished"],
  unverified: ["unverified", "disconnected", "unreadable"],
} as const satisfies Readonly<Record<"failed" | "lost" | "unverified", readonly State[]>>;

interface IncidentGroupsProps {
  readonly row: IncidentRow;
  readonly detail: IncidentDetail;
  /** The commands that this server offers on groups. */
  readonly offered: readonly ObjectCommandName[];
}

/** The groups of an incident with the numbers of their machines in trouble. Each number links to the list of these machines now. */
export function IncidentGroups({ row, detail: { groups, moreGroups }, offered }: IncidentGroupsProps) {
  if (groups.length === 0) return null;
  return (
    <Section name="incident-groups" title="Groups" aside={formatNumber(groups.length + moreGroups)}>
      <Folded items={groups} first={FIRST_GROUPS} what="groups">
        {(shown) => (
          <ul>
            {shown.map((group) => (
              <GroupLine key={`${group.cluster}/${group.namespace}/${group.name}`} row={row} group={group} offered={offered} />
            ))}
          </ul>
        )}
      </Folded>
      {moreGroups > 0 && <p className="mt-2 text-s text-ink-3">{plural(moreGroups, "more group")}</p>}
    </Section>
  );
}

function GroupLine({ row, group, offered }: Omit<IncidentGroupsProps, "detail"> & { readonly group: IncidentGroup }) {
  const { namespace, name, machines, accepted } = group;
  return (
    <li data-group={`${namespace}/${name}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-line py-2">
      <Link href={groupHref(group)} prefetch={false} className="min-w-0 font-mono text-s wrap-anywhere max-desk:py-2.5">
        {namespace}/{name || "no group"}
      </Link>
      <span className="ml-auto flex flex-wrap gap-x-3 tabular-nums">
        {(["failed", "lost", "unverified"] as const).map((condition) => (
          <GroupCount key={condition} group={group} condition={condition} />
        ))}
        {accepted > 0 && (
          <span data-accepted={accepted} className="text-ink-2">
            {acceptedMachinesText(accepted)}
          </span>
        )}
        <span className="text-ink-3">{machinesOfIncidentText(machines)}</span>
        <GroupLosses group={group} since={row.title.notBefore ?? row.title.since} offered={offered} />
      </span>
    </li>
  );
}

function GroupCount({ group, condition }: { readonly group: IncidentGroup; readonly condition: keyof typeof STATES_OF }) {
  const count = group[condition];
  if (count === 0) return null;
  return (
    <Link
      href={pagePaths.entries(machinesQuery(group, STATES_OF[condition]))}
      prefetch={false}
      data-condition={condition}
      className={toneText[condition === "unverified" ? "blind" : "bad"]}
    >
      {formatNumber(count)} {condition}
    </Link>
  );
}

function machinesQuery({ cluster, namespace, name }: IncidentGroup, states: readonly State[]): string {
  const term = (facet: "group" | "state", value: string): Term => ({ kind: "facet", facet, value, negated: false });
  const group = term("group", name === "" ? "none" : `${namespace}/${name}`);
  return formatListQuery({ clusters: [cluster], namespaces: [namespace], terms: [group, ...states.map((state) => term("state", state))], sort: "" });
}
