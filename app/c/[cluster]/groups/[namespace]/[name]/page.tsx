import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GroupActivity, GroupActivityLine } from "@/components/activity/group-activity";
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
import { FindingsDetail } from "@/components/finding/object-findings";
import { GroupYamlSummary } from "@/components/group/group-details";
import { GroupView } from "@/components/group/group-view";
import { GroupPolicies } from "@/components/selection/group-policies";
import { SelectedByGroup } from "@/components/selection/selected-by-group";
import { FIRST_WINDOW, NO_ROWS } from "@/components/table/first-window";
import { IncidentLinks } from "@/components/table/incident-links";
import { MenuDialogsProvider } from "@/components/table/menu-dialog";
import { RemovedClusterPage } from "@/components/table/removed-cluster-page";
import { SelectableRows } from "@/components/table/selected-rows";
import { EventsDetail } from "@/components/yaml/events-view";
import { YamlDetail } from "@/components/yaml/yaml-view";
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
import { groupDeleter, isDeletionRemembered, isNotInSight, removedCluster } from "@/lib/server/missing-object";
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
  const removed = search.at === undefined ? await removedCluster(runtime, viewer, cluster) : null;
  if (removed !== null) return <RemovedClusterPage {...words} object="group" watchedTo={removed.watchedTo} />;
  const machines = { ...groupMachinesQuery(words), sort: machinesQueryFromSearchParams(search).sort };
  const selectedQuery = selectedByQuery("group", words);
  const about = { of: "WorkloadGroup", cluster, namespace, name } as const;
  const incidentsQuery = formatObjectIncidentsQuery(about);
  const [group, entries, selectedPaint, foundPaint, incidents] = await Promise.all([
    initialView(runtime, viewer, { kind: "group", query, window: NO_ROWS, at: search.at }),
    initialView(runtime, viewer, { kind: "entries", query: formatListQuery(machines), window: FIRST_WINDOW, at: search.at }),
    initialView(runtime, viewer, { kind: "selected-by", query: selectedQuery, window: NO_ROWS, at: search.at }),
    initialView(runtime, viewer, { kind: "findings-of", query: formatObjectFindingsQuery(about), window: NO_ROWS, at: search.at }),
    initialView(runtime, viewer, { kind: "incidents-of", query: incidentsQuery, window: NO_ROWS, at: search.at }),
  ]);
  if (isNotInSight(words, group, search.at) && !(await isDeletionRemembered(runtime, viewer, { ...words, kind: "group" }))) notFound();
  const isGone = group.state?.head.found === false;
  const deletedBy = isGone ? await groupDeleter(runtime, viewer, words) : undefined;
  const selected = { query: selectedQuery, initial: selectedPaint.state };
  const onGroup = await offeredCommands(viewer, "workloadgroups");
  const onAccounts = await offeredCommands(viewer, "serviceaccounts");
  const onEntries = await offeredCommands(viewer, "workloadentries");
  const offered = [...onGroup, ...onAccounts];
  const onLeftovers = [...onAccounts, ...(await offeredCommands(viewer, "serviceentries"))];
  const object = { cluster, namespace, name, resource: "workloadgroups" } as const;
  const ofGroup = { query, initial: group.state };
  return (
    <SelectableRows active={onEntries.includes("delete-workloadentry")} onRequest>
      <MenuDialogsProvider>
        <GroupView
          key={query}
          {...{ cluster, namespace, name, offered, selected, deletedBy, ...ofGroup }}
          incidents={<IncidentLinks query={incidentsQuery} initial={incidents.state} />}
          dialogs={<DeleteGroup {...ofGroup} offered={onGroup} />}
          lostDrains={<LostDrainsOfGroup {...ofGroup} offered={onEntries} />}
          machines={
            <GroupEntries
              base={formatListQuery(groupMachinesQuery(words))}
              initial={entries.state}
              initialQuery={formatListQuery(machines)}
              actions={
                <SelectionBar>
                  <DeleteSeveral />
                  <PlanSeveral offered={onGroup} />
                </SelectionBar>
              }
            />
          }
          leftovers={<GroupLeftovers {...ofGroup} offered={onLeftovers} />}
          services={<SelectedByGroup {...{ cluster, namespace, name, ...selected }} groupQuery={query} initialGroup={group.state} />}
          planned={<PlannedMachines {...ofGroup} offered={onGroup} />}
          policies={<GroupPolicies cluster={cluster} {...selected} />}
          labelOnly={<LabelOnlyEntries {...ofGroup} />}
          findings={
            <MuteOffers offered={onGroup}>
              <FindingsDetail {...about} initial={foundPaint.state} />
            </MuteOffers>
          }
          activity={{ line: <GroupActivityLine {...words} />, rows: <GroupActivity {...words} /> }}
          events={<EventsDetail {...object} />}
          yaml={<YamlDetail {...object} offered={onGroup} line={<GroupYamlSummary {...ofGroup} />} />}
          commands={<GroupCommands cluster={cluster} namespace={namespace} name={name} />}
        />
      </MenuDialogsProvider>
    </SelectableRows>
  );
});
