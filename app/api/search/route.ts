import { search } from "@/lib/server/fleet/search";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

export const GET = viewerRoute(({ request, viewer, runtime: { fleet, lists } }) =>
  search(fleet, lists, new URL(request.url).searchParams.get("q") ?? "", viewer.scope),
);
