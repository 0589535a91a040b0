import { EMPTY_FACET_VALUE, type Term } from "@/lib/contract/url/filter-term";
import { formatListQuery, type ListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { LocalityRow } from "@/lib/contract/views/localities";
import { SUBZONE_LABEL } from "@/lib/domain/selection/workload";
import type { State } from "@/lib/domain/verdict/verdict";

type Here = Pick<LocalityRow, "level" | "region" | "zone" | "subzone">;
type Picked = Pick<ListQuery<string>, "clusters" | "namespaces">;

/** The list of the machines of a place, with these states (none = all); null if an address cannot name the place. */
export function machinesHref(place: Here, { clusters, namespaces }: Picked, states: readonly State[] = []): string | null {
  const terms = termsOf(place);
  if (terms === null) return null;
  const ofState = states.map((value): Term => ({ kind: "facet", facet: "state", value, negated: false }));
  return pagePaths.entries(formatListQuery({ clusters, namespaces, terms: [...terms, ...ofState], sort: "" }));
}

function termsOf({ level, region, zone, subzone }: Here): readonly Term[] | null {
  const facet = (key: "region" | "zone", value: string): Term => ({ kind: "facet", facet: key, value: value || EMPTY_FACET_VALUE, negated: false });
  switch (level) {
    case "unseen":
      return null;
    case "nowhere":
      return [facet("region", ""), facet("zone", "")];
    case "region":
      return [facet("region", region)];
    case "zone":
      return [facet("region", region), facet("zone", zone)];
    case "subzone":
      return [facet("region", region), facet("zone", zone), { kind: "label", key: SUBZONE_LABEL, value: subzone || null, negated: subzone === "" }];
  }
}
