import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ObjectActivity } from "@/components/activity/object-activity";
import { MuteOffers } from "@/components/finding/mute-offers";
import { ObjectFindings } from "@/components/finding/object-findings";
import { HostView } from "@/components/host/host-view";
import { FIRST_WINDOW, NO_ROWS } from "@/components/table/first-window";
import { IncidentLinks } from "@/components/table/incident-links";
import { RemovedClusterPage } from "@/components/table/removed-cluster-page";
import { EventsView } from "@/components/yaml/events-view";
import { YamlView } from "@/components/yaml/yaml-view";
import { decodeObjectParams, type ObjectParams, type SearchParams, toUrlSearchParams } from "@/lib/contract/url/page-query";
import { parseServiceResource, SERVICE_KIND_BY_RESOURCE } from "@/lib/contract/url/paths";
import { formatServiceQuery, serviceQueryFromParams } from "@/lib/contract/url/service-query";
import { formatObjectFindingsQuery } from "@/lib/contract/views/findings";
import { formatObjectIncidentsQuery } from "@/lib/contract/views/incidents";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { initialView } from "@/lib/server/first-paint";
import { isDeletionRemembered, isNotInSight, removedCluster } from "@/lib/server/missing-object";
import { objectTitle, viewerPage } from "@/lib/server/request-checks";

interface HostPageProps {
  readonly params: Promise<ObjectParams & { readonly resource: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export function generateMetadata({ params }: HostPageProps): Promise<Metadata> {
  return objectTitle(params);
}

/** The page of a Service or a ServiceEntry: which of the two its address says. */
export default viewerPage(async ({ runtime, viewer }, { params, searchParams }: HostPageProps) => {
  const { resource: plural, ...path } = await params;
  const words = decodeObjectParams(path);
  const resource = parseServiceResource(plural);
  if (resource === null) notFound();
  const search = await searchParams;
  const removed = search.at === undefined ? await removedCluster(runtime, viewer, words.cluster) : null;
  if (removed !== null) return <RemovedClusterPage {...words} object="service" watchedTo={removed.watchedTo} />;
  const object = { ...words, kind: SERVICE_KIND_BY_RESOURCE[resource] };
  const query = formatServiceQuery(serviceQueryFromParams(object, toUrlSearchParams(search)));
  const about = { of: object.kind, ...words };
  const incidentsQuery = formatObjectIncidentsQuery(about);
  const [painted, found, incidents] = await Promise.all([
    initialView(runtime, viewer, { kind: "service", query, window: FIRST_WINDOW, at: search.at }),
    initialView(runtime, viewer, { kind: "findings-of", query: formatObjectFindingsQuery(about), window: NO_ROWS, at: search.at }),
    initialView(runtime, viewer, { kind: "incidents-of", query: incidentsQuery, window: NO_ROWS, at: search.at }),
  ]);
  const kind = object.kind === "Service" ? "service" : "serviceentry";
  if (isNotInSight(words, painted, search.at) && !(await isDeletionRemembered(runtime, viewer, { ...words, kind }))) notFound();
  const asked = { ...words, resource };
  const offered = await offeredCommands(viewer, resource);
  return (
    <HostView
      key={`${words.cluster}/${resource}/${words.namespace}/${words.name}`}
      object={object}
      initial={painted.state}
      initialQuery={query}
      incidents={<IncidentLinks query={incidentsQuery} initial={incidents.state} />}
      activity={<ObjectActivity {...object} />}
      findings={
        <MuteOffers offered={offered}>
          <ObjectFindings {...about} initial={found.state} />
        </MuteOffers>
      }
      events={<EventsView {...asked} />}
      yaml={<YamlView {...asked} offered={offered} />}
    />
  );
});
