"use client";

import { FacetChips, type FacetChipsProps } from "@/components/table/facet-chips";
import type { ServiceFacet } from "@/lib/contract/url/list-filters";
import { SERVICE_STATUSES } from "@/lib/domain/services/service-status";
import { hostFacetWords } from "@/lib/format/host-facet-words";

const SHOWN = ["status", "answers", "kind"] as const satisfies readonly ServiceFacet[];

/** What the list of hosts is made of, the worst status first. */
export function HostFacets(props: Pick<FacetChipsProps<ServiceFacet>, "facets" | "url">) {
  return <FacetChips {...props} shown={SHOWN} order={SERVICE_STATUSES} wordsOf={hostFacetWords} summary="Filter by status, who answers …" />;
}
