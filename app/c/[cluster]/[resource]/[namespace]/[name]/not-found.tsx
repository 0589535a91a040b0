"use client";

import { useParams } from "next/navigation";
import { ObjectActivity } from "@/components/activity/object-activity";
import { ObjectFindings } from "@/components/finding/object-findings";
import { HostView } from "@/components/host/host-view";
import { IncidentLinks } from "@/components/table/incident-links";
import { Headline } from "@/components/ui/headline";
import { EventsView } from "@/components/yaml/events-view";
import { YamlView } from "@/components/yaml/yaml-view";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { decodeObjectParams, type ObjectParams } from "@/lib/contract/url/page-query";
import { parseServiceResource, SERVICE_KIND_BY_RESOURCE } from "@/lib/contract/url/paths";
import { formatObjectIncidentsQuery } from "@/lib/contract/views/incidents";

/** Where nothing is, nothing can be edited. */
const NOTHING_OFFERED: readonly ObjectCommandName[] = [];

/** The page of a host that is nowhere, with those that are named alike; once there is one of this name, it is that one's page. */
export default function HostNotFound() {
  const { resource: plural, ...path } = useParams<ObjectParams & { readonly resource: string } & Record<string, string>>();
  const words = decodeObjectParams(path);
  const resource = parseServiceResource(plural);
  if (resource === null) return <Headline>There is no page at this address.</Headline>;
  const asked = { ...words, resource };
  const object = { ...words, kind: SERVICE_KIND_BY_RESOURCE[resource] };
  return (
    <HostView
      object={object}
      initial={null}
      initialQuery=""
      findings={<ObjectFindings of={object.kind} {...words} initial={null} />}
      incidents={<IncidentLinks query={formatObjectIncidentsQuery({ of: object.kind, ...words })} initial={null} />}
      activity={<ObjectActivity {...object} />}
      events={<EventsView {...asked} />}
      yaml={<YamlView {...asked} offered={NOTHING_OFFERED} />}
    />
  );
}
