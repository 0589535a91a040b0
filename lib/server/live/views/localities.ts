import { type LocalitiesHead, parseLocalitiesQuery } from "@/lib/contract/views/localities";
import { flatLocalities, localityTree } from "@/lib/domain/localities/locality-tree";
import type { OpenView } from "@/lib/server/live/view-source";
import { filteredPlaces } from "@/lib/server/places/filter-places";
import { watchPlaces } from "@/lib/server/places/news-of-places";
import { placeRow, placesSummary } from "@/lib/server/places/place-rows";
import { placeShares } from "@/lib/server/places/place-shares";
import { PlacedHosts } from "@/lib/server/places/placed-hosts";
import { placesOf, visibleGroups } from "./visible-groups";

/** Regions, zones and subzones with who is there, from the top down. */
export const openLocalities: OpenView<"localities"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const { scope } = viewer;
  const { terms } = parseLocalitiesQuery(query);
  const picked = placesOf(query);
  const placed = new PlacedHosts(fleet, scope, picked);
  const unwatch = watchPlaces(fleet, scope, picked, changed);
  return {
    compute: () => {
      const hosts = placed.now();
      const shares = placeShares(fleet, visibleGroups(fleet, picked, scope), hosts);
      const whole = localityTree(shares);
      const { matched, facets } = filteredPlaces(shares, terms);
      const nodes = flatLocalities(terms.length === 0 ? whole : localityTree(matched));
      const summary = placesSummary(whole, hosts);
      const head: LocalitiesHead = { total: flatLocalities(whole).length, matched: nodes.length, facets: [...facets], problem: null, ...summary };
      return { head, rows: nodes.slice(offset, offset + limit).map((node) => placeRow(node, summary.weight)) };
    },
    close: () => {
      unwatch();
      placed.close();
    },
  };
};
