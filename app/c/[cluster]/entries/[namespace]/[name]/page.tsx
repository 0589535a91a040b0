import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DeleteEntry } from "@/components/command/delete-entry";
import { EntryCommands } from "@/components/command/entry-commands";
import { LostDrainOfEntry } from "@/components/command/lost-drains";
import { PlanEntry } from "@/components/command/plan-entry";
import { PlannedEntry } from "@/components/command/planned-entry";
import { EntryYamlSummary } from "@/components/entry/entry-details";
import { EntryView } from "@/components/entry/entry-view";
import { MuteOffers } from "@/components/finding/mute-offers";
import { FindingsDetail } from "@/components/finding/object-findings";
import { PoliciesDetail, SelectedByEntry } from "@/components/selection/selected-by-entry";
import { NO_ROWS } from "@/components/table/first-window";
import { IncidentLinks } from "@/components/table/incident-links";
import { MenuDialogsProvider } from "@/components/table/menu-dialog";
import { RemovedClusterPage } from "@/components/table/removed-cluster-page";
import { EventsDetail } from "@/components/yaml/events-view";
import { YamlDetail } from "@/components/yaml/yaml-view";
import { decodeObjectParams, type ObjectParams, objectViewQuery, type SearchParams } from "@/lib/contract/url/page-query";
import { formatObjectFindingsQuery } from "@/lib/contract/views/findings";
import { formatObjectIncidentsQuery } from "@/lib/contract/views/incidents";
import { selectedByQuery } from "@/lib/contract/views/selected-by";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { initialView } from "@/lib/server/first-paint";
import { lostEntry } from "@/lib/server/lost-entry";
import { isNotInSight, removedCluster } from "@/lib/server/missing-object";
import { objectTitle, viewerPage } from "@/lib/server/request-checks";

interface EntryPageProps {
  readonly params: Promise<ObjectParams>;
  readonly searchParams: Promise<SearchParams>;
}

export function generateMetadata({ params }: EntryPageProps): Promise<Metadata> {
  return objectTitle(params);
}

export default viewerPage(async ({ runtime, viewer }, { params, searchParams }: EntryPageProps) => {
  const words = decodeObjectParams(await params);
  const { cluster, namespace, name } = words;
  const search = await searchParams;
  const removed = search.at === undefined ? await removedCluster(runtime, viewer, cluster) : null;
  if (removed !== null) return <RemovedClusterPage {...words} object="entry" watchedTo={removed.watchedTo} />;
  const uid = typeof search.uid === "string" ? search.uid : "";
  const query = objectViewQuery(words, uid);
  const selectedQuery = selectedByQuery("entry", words, uid);
  const about = { of: "WorkloadEntry", cluster, namespace, name } as const;
  const incidentsQuery = formatObjectIncidentsQuery({ ...about, uid });
  const [paint, selectedPaint, found, incidents] = await Promise.all([
    initialView(runtime, viewer, { kind: "entry", query, window: NO_ROWS, at: search.at }),
    initialView(runtime, viewer, { kind: "selected-by", query: selectedQuery, window: NO_ROWS, at: search.at }),
    initialView(runtime, viewer, { kind: "findings-of", query: formatObjectFindingsQuery(about), window: NO_ROWS, at: search.at }),
    initialView(runtime, viewer, { kind: "incidents-of", query: incidentsQuery, window: NO_ROWS, at: search.at }),
  ]);
  const [ofEntry, ofGroup] = await Promise.all([offeredCommands(viewer, "workloadentries"), offeredCommands(viewer, "workloadgroups")]);
  const offered = [...ofEntry, ...ofGroup.filter((name) => name === "plan-leaves")];
  const selected = { query: selectedQuery, initial: selectedPaint.state };
  const { state } = paint;
  const lost = search.at === undefined && state?.head.found === false ? await lostEntry(runtime, viewer, { ...words, uid }) : null;
  if (lost === null && isNotInSight(words, paint, search.at)) notFound();
  const object = { cluster, namespace, name, resource: "workloadentries" } as const;
  return (
    <MenuDialogsProvider>
      <EntryView
        key={query}
        cluster={cluster}
        namespace={namespace}
        name={name}
        query={query}
        uid={uid}
        initial={state}
        lost={lost}
        selected={selected}
        offered={offered}
        incidentsOf={{ query: incidentsQuery, initial: incidents.state }}
        incidents={<IncidentLinks query={incidentsQuery} initial={incidents.state} />}
        dialogs={
          <>
            <PlanEntry query={query} initial={state} offered={offered} />
            <DeleteEntry query={query} initial={state} offered={offered} />
          </>
        }
        marks={
          <>
            <LostDrainOfEntry query={query} initial={state} offered={offered} />
            <PlannedEntry query={query} initial={state} />
          </>
        }
        selectedBy={<SelectedByEntry cluster={cluster} namespace={namespace} name={name} {...selected} entry={{ query, initial: state }} />}
        policies={<PoliciesDetail cluster={cluster} {...selected} />}
        found={found.state}
        findings={
          <MuteOffers offered={offered}>
            <FindingsDetail {...about} initial={found.state} />
          </MuteOffers>
        }
        commands={<EntryCommands query={query} initial={state} />}
        events={<EventsDetail {...object} />}
        yaml={<YamlDetail {...object} line={<EntryYamlSummary query={query} initial={state} />} offered={lost === null ? offered : []} />}
      />
    </MenuDialogsProvider>
  );
});
