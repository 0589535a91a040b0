import { parseSingleZoneKind, type SingleZoneHead } from "@/lib/contract/views/localities";
import type { OpenView } from "@/lib/server/live/view-source";
import { watchPlaces } from "@/lib/server/places/news-of-places";
import { PlacedHosts } from "@/lib/server/places/placed-hosts";
import { singleZoneGroups, singleZoneHosts } from "@/lib/server/places/single-zone";
import { placesOf, visibleGroups } from "./visible-groups";

/** Groups, or hosts, that are in one zone only: whoever depends on them goes with it. */
export const openSingleZone: OpenView<"single-zone"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const { scope } = viewer;
  const kind = parseSingleZoneKind(query);
  const picked = placesOf(query);
  const placed = new PlacedHosts(fleet, scope, picked);
  const unwatch = watchPlaces(fleet, scope, picked, changed);
  return {
    compute: () => {
      const hosts = placed.now();
      const { counts, rows } = kind === "host" ? singleZoneHosts(hosts) : singleZoneGroups(fleet, visibleGroups(fleet, picked, scope), hosts);
      const head: SingleZoneHead = { total: rows.length, matched: rows.length, ...counts };
      return { head, rows: rows.slice(offset, offset + limit) };
    },
    close: () => {
      unwatch();
      placed.close();
    },
  };
};
