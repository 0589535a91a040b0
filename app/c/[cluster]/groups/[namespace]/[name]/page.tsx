import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ArriveLink, BundleLink } from "@/components/bundle/bundle-link";
import { DeleteGroup } from "@/components/command/delete-group";
import { DeleteSeveral } from "@/components/command/delete-several";
import { GroupCommands } from "@/components/command/group-commands";
import { GroupLeftovers } from "@/components/command/group-leftovers";
import { LostDrainsOfGroup } from "@/components/command/lost-drains";
import { PlanSeveral } from "@/components/command/plan-several";
import { PlannedMachines } from "@/components/command/planned-machines";
import { SelectionBar } from "@/components/command/selection-bar";
import { GroupEntries } from "@/components/entry/group-entries";
import { LabelOnlyEntries } from "@/components/entry/label-only-entries";
import { MuteOffers } from "@/components/finding/mute-offers";
import { ObjectFindings } from "@/components/finding/object-findings";
import { GroupView } from "@/components/group/group-view";
import { CloneLink } from "@/components/new-group/clone-link";
import { GroupPolicies } from "@/components/selection/group-policies";
import { SelectedByGroup } from "@/components/selection/selected-by-group";
import { FIRST_WINDOW, NO_ROWS } from "@/components/table/first-window";
import { IncidentLinks } from "@/components/table/incident-links";
import { SelectableRows } from "@/components/table/selected-rows";
import { EventsView } from "@/components/yaml/events-view";
import { YamlView } from "@/components/yaml/yaml-view";
import { formatListQuery } from "@/lib/contract/url/list-query";
import {
  decodeObjectParams,
  groupMachinesQuery,
  machinesQueryFromSearchParams,
  type ObjectParams,
  objectViewQuery,
  type SearchParams,
} from "@/lib/contract/url/page-query";
import { formatObjectFindingsQuery } from "@/lib/contract/views/findings";
import { formatObjectIncidentsQuery } from "@/lib/contract/views/incidents";
import { selectedByQuery } from "@/lib/contract/views/selected-by";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { initialView } from "@/lib/server/first-paint";
import { isDeletionRemembered, isNotInSight } from "@/lib/server/missing-object";
import { objectTitle, viewerPage } from "@/lib/server/request-checks";

interface GroupPageProps {
  readonly params: Promise<ObjectParams>;
  readonly searchParams: Promise<SearchParams>;
}

export function generateMetadata({ params }: GroupPageProps): Promise<Metadata> {
  return objectTitle(params);
}

export default viewerPage(async ({ runtime, viewer }, { params, searchParams }: GroupPageProps) => {
  const words = decodeObjectParams(await params);
  const { cluster, namespace, name } = words;
  const query = objectViewQuery(words);
  const search = await searchParams;
  const machines = { ...groupMachinesQuery(words), sort: machinesQueryFromSearchParams(search).sort };
  const selectedQuery = selectedByQuery("group", words);
  const about = { of: "WorkloadGroup", cluster, namespace, name } as const;
  const incidentsQuery = formatObjectIncidentsQuery(about);
  const [group, entries, selectedPaint, found, incidents] = await Promise.all([
    initialView(runtime, viewer, { kind: "group", query, window: NO_ROWS, at: search.at }),
    initialView(runtime, viewer, { kind: "entries", query: formatListQuery(machines), window: FIRST_WINDOW, at: search.at }),
    initialView(runtime, viewer, { kind: "selected-by", query: selectedQuery, window: NO_ROWS, at: search.at }),
    initialView(runtime, viewer, { kind: "findings-of", query: formatObjectFindingsQuery(about), window: NO_ROWS, at: search.at }),
    initialView(runtime, viewer, { kind: "incidents-of", query: incidentsQuery, window: NO_ROWS, at: search.at }),
  ]);
  if (isNotInSight(words, group, search.at) && !(await isDeletionRemembered(runtime, viewer, { ...words, kind: "group" }))) notFound();
  const selected = { query: selectedQuery, initial: selectedPaint.state };
  const offered = await offeredCommands(viewer, "workloadgroups");
  const onAccounts = await offeredCommands(viewer, "serviceaccounts");
  const onLeftovers = [...onAccounts, ...(await offeredCommands(viewer, "serviceentries"))];
  const onEntries = await offeredCommands(viewer, "workloadentries");
  const object = { cluster, namespace, name, resource: "workloadgroups" } as const;
  return (
    <GroupView
      key={query}
      cluster={cluster}
      namespace={namespace}
      name={name}
      query={query}
      initial={group.state}
      offered={offered}
      incidents={<IncidentLinks query={incidentsQuery} initial={incidents.state} />}
      planned={
        <>
          <PlannedMachines query={query} initial={group.state} offered={offered} />
          <GroupLeftovers query={query} initial={group.state} offered={onLeftovers} />
        </>
      }
      machines={
        <SelectableRows active={onEntries.includes("delete-workloadentry")}>
          <GroupEntries
            base={formatListQuery(groupMachinesQuery(words))}
            initial={entries.state}
            initialQuery={formatListQuery(machines)}
            actions={
              <SelectionBar>
                <DeleteSeveral />
                <PlanSeveral offered={offered} />
              </SelectionBar>
            }
          />
        </SelectableRows>
      }
      lostDrains={<LostDrainsOfGroup query={query} initial={group.state} offered={onEntries} />}
      selected={selected}
      selectedBy={<SelectedByGroup cluster={cluster} namespace={namespace} name={name} {...selected} />}
      policies={<GroupPolicies cluster={cluster} {...selected} />}
      labelOnly={<LabelOnlyEntries query={query} initial={group.state} />}
      findings={
        <MuteOffers offered={offered}>
          <ObjectFindings {...about} initial={found.state} />
        </MuteOffers>
      }
      onboarding={
        <>
          <BundleLink cluster={cluster} namespace={namespace} name={name} offered={onAccounts} />
          <ArriveLink cluster={cluster} namespace={namespace} name={name} />
          <CloneLink cluster={cluster} namespace={namespace} name={name} offered={offered} />
          <DeleteGroup query={query} initial={group.state} offered={offered} />
        </>
      }
      commands={<GroupCommands cluster={cluster} namespace={namespace} name={name} />}
      events={<EventsView {...object} />}
      yaml={<YamlView {...object} offered={offered} />}
    />
  );
});
