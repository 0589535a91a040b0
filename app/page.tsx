import { FleetView } from "@/components/fleet/fleet-view";
import { FIRST_RIBBONS, TROUBLE_WINDOW } from "@/components/fleet/windows";
import { formatListQuery } from "@/lib/contract/list-query";
import { listQueryOf, type SearchParams } from "@/lib/contract/page-query";
import { initialView } from "@/lib/server/first-paint";

export default async function FleetPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const search = await searchParams;
  const { clusters, namespaces } = listQueryOf(search);
  const query = formatListQuery({ clusters, namespaces, terms: [], sort: "" });
  const [fleet, strip] = await Promise.all([initialView("fleet", query, TROUBLE_WINDOW, search.at), initialView("strip", query, FIRST_RIBBONS, search.at)]);
  return <FleetView initial={fleet.state} initialStrip={strip.state} initialQuery={query} />;
}
