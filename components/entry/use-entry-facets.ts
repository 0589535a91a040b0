"use client";

import { useMemo, useState } from "react";
import { useView } from "@/lib/client/use-view";
import type { EntriesHead } from "@/lib/contract/heads";
import type { HistoryWindow } from "@/lib/contract/history-window";
import { formatListQuery, type ListQuery } from "@/lib/contract/list-query";
import { asksForLost, entriesQuery, onlyVanished, withoutStates } from "@/lib/contract/lost-query";
import type { EntryRow, Facet } from "@/lib/contract/rows";

/** A head is all that is wanted of the other half. */
const NO_ROWS = { offset: 0, limit: 0 };

/** The facets of a list of entries; among its states those of its other half, so that it can be picked: who is there, or who vanished. */
export function useEntryFacets(query: ListQuery, window: HistoryWindow | null, head: EntriesHead | null): readonly Facet[] | null {
  const other = asksForLost(query) ? formatListQuery(withoutStates(query)) : entriesQuery(onlyVanished(query), window);
  const { state } = useView<EntriesHead, EntryRow>("entries", other, NO_ROWS);
  const [kept, setKept] = useState<EntriesHead | null>(null);
  if (state !== null && state.head !== kept) setKept(state.head);
  const half = state?.head ?? kept;
  return useMemo(() => (head === null ? null : withStates(head.facets, statesOf(head), statesOf(half))), [head, half]);
}

function statesOf(head: EntriesHead | null): Facet["values"] {
  return head?.facets.find(({ key }) => key === "state")?.values ?? [];
}

/** The vanished come first, as they do in the order of states. */
function withStates(facets: readonly Facet[], own: Facet["values"], others: Facet["values"]): readonly Facet[] {
  const isVanished = ({ value }: { readonly value: string }) => value === "vanished";
  const values = [...own, ...others.filter(({ value }) => !own.some((one) => one.value === value))];
  const states: Facet = { key: "state", values: [...values.filter(isVanished), ...values.filter((value) => !isVanished(value))], more: 0 };
  return [states, ...facets.filter(({ key }) => key !== "state")];
}
