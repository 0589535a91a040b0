import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { EntriesHead } from "@/lib/contract/views/entries";
import type { EntryRow } from "@/lib/contract/views/entry-row";
import type { Facet } from "@/lib/contract/views/values";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { EntryList } from "@/lib/server/fleet/entry-list";
import type { OpenView } from "@/lib/server/live/view-source";
import { atTurn } from "./at-turn";

/** A window of a filtered, sorted list of entries, with its facets. */
export const openEntries: OpenView<"entries"> = ({ fleet, lists, viewer, query, offset, limit, changed }) => {
  const parsed = parseMachinesQuery(query);
  const problem = !fleet.isSort(parsed.sort) ? `There is no column "${parsed.sort.replace(/^-/, "")}" to sort by; this is worst first.` : null;
  const { list, close } = lists.open(parsed, viewer.scope);
  // Rows as they were computed last, null where something was told of one since.
  let window = new Map<EntryRef, EntryRow | null>();
  const unhookWorlds = fleet.subscribe({
    world: () => {
      for (const entry of window.keys()) window.set(entry, null);
    },
  });
  const unlisten = list.listen((entry, parts) => {
    if (window.has(entry)) window.set(entry, null);
    // Most of what istiod writes is a renewed connection: it shows only where its row is on the screen, or can come onto it.
    if (list.canMove(parts) || window.has(entry)) changed();
  });
  const turn = atTurn(fleet.now, () => {
    list.advance(fleet.now());
    turn.set(list.turnsAt);
    changed();
  });
  turn.set(list.turnsAt);
  const rowsNow = () => {
    const entries = list.slice(offset, limit);
    const rows = entries.map((entry) => window.get(entry) ?? fleet.row(entry));
    window = new Map(entries.map((entry, at) => [entry, rows[at] ?? null]));
    return rows;
  };
  const headNow = (): EntriesHead => ({
    total: list.total,
    matched: list.matched,
    facets: fleet.isBack === undefined ? list.facets() : withBack(list, fleet.isBack),
    problem,
    without: list.matched === 0 && list.total > 0 ? list.without() : [],
    absent: list.absent(),
  });
  let head: EntriesHead | null = null;
  return {
    compute: () => {
      head = headNow();
      return { head, rows: rowsNow() };
    },
    computeRows: () => {
      // Where all rows of a list are in the window, a reader can count them.
      if (head === null || Math.min(head.matched, list.matched) <= offset + limit) head = headNow();
      return { head, rows: rowsNow() };
    },
    close: () => {
      turn.close();
      unlisten();
      unhookWorlds();
      close();
    },
  };
};

/** So many of the vanished are asked whether they are back; of more, nobody knows. */
const MOST_ASKED = 10_000;

/** The facets of a list of the vanished: who is back under the same name is no alarm, and counted apart. */
function withBack(list: EntryList, isBack: (entry: EntryRef) => boolean): Facet[] {
  if (list.matched > MOST_ASKED) return list.facets();
  const back = list.slice(0, list.matched).filter(isBack).length;
  return list.facets().map((facet) => (facet.key === "state" ? { ...facet, values: facet.values.map((one) => ({ ...one, back })) } : facet));
}
