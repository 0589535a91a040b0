"use client";

import { FacetChips, type FacetChipsProps } from "@/components/table/facet-chips";
import type { FindingFacet } from "@/lib/contract/url/list-filters";
import { FINDING_SEVERITIES } from "@/lib/domain/findings/rule";
import { findingFacetWords } from "@/lib/format/findings/severity-words";

const SHOWN = ["severity", "kind", "namespace"] as const satisfies readonly FindingFacet[];
const MOST_CHIPS = 8;

/** What the findings are made of, the worst severity first. */
export function FindingFacets(props: Pick<FacetChipsProps<FindingFacet>, "facets" | "url">) {
  const own = { shown: SHOWN, order: FINDING_SEVERITIES, most: MOST_CHIPS } as const;
  return <FacetChips {...props} {...own} wordsOf={findingFacetWords} summary="Filter by severity, what it is about …" />;
}
