import type { Metadata } from "next";
import { EntriesView } from "@/components/entry/entries-view";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { formatListQuery } from "@/lib/contract/list-query";
import { listQueryOf, type SearchParams } from "@/lib/contract/page-query";
import { initialView } from "@/lib/server/first-paint";

export const metadata: Metadata = { title: "Entries" };

export default async function EntriesPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const search = await searchParams;
  const query = formatListQuery(listQueryOf(search));
  const { state } = await initialView("entries", query, FIRST_WINDOW, search.at);
  return <EntriesView initial={state} initialQuery={query} />;
}
