"use client";

import { NO_ROWS } from "@/components/table/first-window";
import type { EditedObject } from "@/lib/client/edit-drafts";
import { useView } from "@/lib/client/use-view";
import { objectViewQuery } from "@/lib/contract/url/page-query";
import { SERVICE_KIND_BY_RESOURCE } from "@/lib/contract/url/paths";
import { formatServiceQuery, serviceQueryFromParams } from "@/lib/contract/url/service-query";

const VIEWS = { workloadgroups: "group", workloadentries: "entry", services: "service", serviceentries: "service" } as const;

/** The version of an object that the watch has shown last; "" = it shows none. */
export function useShownVersion({ resource, ...object }: EditedObject): string {
  const query =
    resource === "services" || resource === "serviceentries"
      ? formatServiceQuery(serviceQueryFromParams({ ...object, kind: SERVICE_KIND_BY_RESOURCE[resource] }, new URLSearchParams()))
      : objectViewQuery(object);
  const { state } = useView(VIEWS[resource], query, NO_ROWS);
  return state?.head.detail?.resourceVersion ?? "";
}
