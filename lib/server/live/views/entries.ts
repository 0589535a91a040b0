import type { EntriesHead } from "@/lib/contract/heads";
import { parseListQuery } from "@/lib/contract/list-query";
import { CHANGED } from "@/lib/server/fleet/entry-columns";
import { entryOrder } from "@/lib/server/fleet/entry-orders";
import { entryRow } from "@/lib/server/fleet/entry-row";
import type { OpenView } from "@/lib/server/live/view-source";

/** A window of a filtered, sorted list of entries, with its facets. */
export const openEntries: OpenView = ({ fleet, lists, viewer, query, offset, limit, changed }) => {
  const parsed = parseListQuery(query);
  const problem =
    entryOrder(fleet.store, parsed.sort) === null ? `There is no column "${parsed.sort.replace(/^-/, "")}" to sort by; this is worst first.` : null;
  const { list, close } = lists.open(parsed, viewer.scope);
  let window = new Set<number>();
  const unlisten = list.listen((slot, mask) => {
    // Most of what istiod writes is a renewed connection: it shows only where its row is on the screen.
    if ((mask & ~(CHANGED.connectionTimes | CHANGED.metadata)) !== 0 || window.has(slot)) changed();
  });
  return {
    compute: () => {
      const slots = list.slice(offset, limit);
      window = new Set(slots);
      const now = fleet.now();
      const head: EntriesHead = {
        total: list.total,
        matched: list.matched,
        facets: list.facets(),
        problem,
        without: list.matched === 0 && list.total > 0 ? list.without(viewer.scope) : [],
      };
      return { head: { ...head }, rows: slots.map((slot) => entryRow(fleet.store, slot, now)) };
    },
    close: () => {
      unlisten();
      close();
    },
  };
};
