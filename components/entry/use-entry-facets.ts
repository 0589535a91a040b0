"use client";

import { useMemo, useState } from "react";
import { useView } from "@/lib/client/use-view";
import type { HistoryWindow } from "@/lib/contract/url/history-window";
import { formatListQuery, type ListQuery } from "@/lib/contract/url/list-query";
import { entriesViewQuery, includesLost, lostMachinesQuery, withoutStatesAndSort } from "@/lib/contract/url/lost-query";
import type { EntriesHead } from "@/lib/contract/views/entries";
import type { Facet } from "@/lib/contract/views/values";

/** Only the head of the other list is needed. */
const NO_ROWS = { offset: 0, limit: 0 };

/**
 * Returns the facets of a list of entries. The state facet also has the states of the other list, so that a user of registered machines can switch to
 * lost ones, and back. `behind`: the head belongs to the previous query.
 */
export function useEntryFacets(query: ListQuery, window: HistoryWindow | null, head: EntriesHead | null, behind: boolean): readonly Facet[] | null {
  const other = includesLost(query) ? formatListQuery(withoutStatesAndSort(query)) : entriesViewQuery(lostMachinesQuery(query), window);
  const { state } = useView("entries", other, NO_ROWS);
  const [kept, setKept] = useState<EntriesHead | null>(null);
  if (state !== null && state.head !== kept) setKept(state.head);
  const half = state?.head ?? kept;
  const facets = useMemo(() => (head === null ? null : withStates(head.facets, statesOf(head), statesOf(half))), [head, half]);
  return useHeldStates(facets, behind ? "" : formatListQuery({ ...query, sort: "" }));
}

function statesOf(head: EntriesHead | null): Facet["values"] {
  return head?.facets.find(({ key }) => key === "state")?.values ?? [];
}

/** Keeps a state in the facet while the query is the same, also with count 0, so that values below it do not move. */
function useHeldStates(facets: readonly Facet[] | null, question: string): readonly Facet[] | null {
  const [held, setHeld] = useState<{ readonly question: string; readonly states: readonly string[] }>({ question, states: [] });
  const [states] = facets ?? [];
  const now = states?.values.map(({ value }) => value) ?? [];
  const before = held.question === question ? held.states : [];
  const came = now.filter((value) => !before.includes(value));
  if (held.question !== question || came.length > 0) setHeld({ question, states: [...before, ...came] });
  return useMemo(() => {
    if (facets === null || states === undefined) return facets;
    const gone = before.filter((value) => !states.values.some((one) => one.value === value)).map((value) => ({ value, count: 0 }));
    if (gone.length === 0) return facets;
    return [{ ...states, values: [...states.values, ...gone] }, ...facets.slice(1)];
  }, [facets, states, before]);
}

function withStates(facets: readonly Facet[], own: Facet["values"], others: Facet["values"]): readonly Facet[] {
  const values = [...own, ...others.filter(({ value }) => !own.some((one) => one.value === value))];
  return [{ key: "state", values, more: 0 }, ...facets.filter(({ key }) => key !== "state")];
}
