import { searchedKey, searchWithIncidents, storedIncidentHit } from "@/lib/server/incidents/search-incidents";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

export const GET = viewerRoute(async ({ request, viewer, runtime }) => {
  const text = new URL(request.url).searchParams.get("q") ?? "";
  const found = searchWithIncidents(runtime.fleet, runtime.lists, text, viewer.scope);
  const key = searchedKey(text);
  if (key === null || found.hits.length > 0) return found;
  const stored = await storedIncidentHit(runtime, viewer, key);
  return stored === null ? found : { ...found, hits: [stored] };
});
