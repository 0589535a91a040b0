import type { Metadata } from "next";
import { LostSection } from "@/components/lost/lost-section";
import { PLACES_WINDOW, showOf } from "@/components/place/place-windows";
import { PlacesView } from "@/components/place/places-view";
import { WorldLand } from "@/components/place/world-land";
import { FIRST_WINDOW } from "@/components/table/first-window";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { listQueryFromSearchParams, type SearchParams, toUrlSearchParams } from "@/lib/contract/url/page-query";
import { LOCALITY_FILTER, singleZoneQuery } from "@/lib/contract/views/localities";
import { formatWhatIf, parseWhatIf } from "@/lib/contract/views/what-if";
import { initialView } from "@/lib/server/first-paint";
import { viewerPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Localities" };

export default viewerPage(async ({ runtime, viewer }, { searchParams }: { readonly searchParams: Promise<SearchParams> }) => {
  const search = await searchParams;
  const asked = listQueryFromSearchParams(LOCALITY_FILTER, search);
  const query = formatListQuery({ ...asked, sort: "" });
  const places = formatListQuery({ ...asked, terms: [], sort: "" });
  const supposed = parseWhatIf(toUrlSearchParams(search));
  const whatIf = formatWhatIf({ ...supposed, of: "hosts" });
  const [map, groups, hosts, left] = await Promise.all([
    initialView(runtime, viewer, { kind: "localities", query, window: PLACES_WINDOW, at: search.at }),
    initialView(runtime, viewer, { kind: "single-zone", query: singleZoneQuery("group", places), window: FIRST_WINDOW, at: search.at }),
    initialView(runtime, viewer, { kind: "single-zone", query: singleZoneQuery("host", places), window: FIRST_WINDOW, at: search.at }),
    supposed.parts.length === 0 ? null : initialView(runtime, viewer, { kind: "what-if", query: whatIf, window: FIRST_WINDOW, at: search.at }),
  ]);
  return (
    <PlacesView
      initial={map.state}
      initialGroups={groups.state}
      initialHosts={hosts.state}
      initialQuery={query}
      initialPlaces={places}
      whatIf={<LostSection initial={left?.state ?? null} initialQuery={whatIf} />}
      land={showOf(search.show) === "world" ? <WorldLand /> : null}
    />
  );
});
