"use client";

import { useMemo, useState } from "react";
import { useView } from "@/lib/client/use-view";
import type { HistoryWindow } from "@/lib/contract/url/history-window";
import { formatListQuery, type ListQuery } from "@/lib/contract/url/list-query";
import { entriesViewQuery, includesLost, lostMachinesQuery, withoutStatesAndSort } from "@/lib/contract/url/lost-query";
import type { EntriesHead } from "@/lib/contract/views/entries";
import type { Facet } from "@/lib/contract/views/values";

/** A head is all that is wanted of the other half. */
const NO_ROWS = { offset: 0, limit: 0 };

/**
 * The facets of a list of entries; among its states those of its other half, so that it can be picked: who is there, or who vanished.
 * `behind` = the head still answers the question before this one.
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

/** A state that was there stays as long as the question is the same, if with nobody in it: what comes and goes would move all below it. */
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
