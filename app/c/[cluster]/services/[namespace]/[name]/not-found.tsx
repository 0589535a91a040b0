"use client";

import { useParams } from "next/navigation";
import { HostView } from "@/components/host/host-view";
import { EventsView } from "@/components/yaml/events-view";
import { YamlView } from "@/components/yaml/yaml-view";
import { type ObjectParams, pathWords } from "@/lib/contract/page-query";

/** The page of a Service that is nowhere, with those that are named alike; once there is one of this name, it is that one's page. */
export default function HostNotFound() {
  const words = pathWords(useParams<ObjectParams & Record<string, string>>());
  const asked = { ...words, resource: "services" } as const;
  return <HostView object={{ ...words, kind: "Service" }} initial={null} initialQuery="" events={<EventsView {...asked} />} yaml={<YamlView {...asked} />} />;
}
