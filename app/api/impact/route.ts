import { BulkDeletionImpactRequest } from "@/lib/contract/answers/deletion";
import { readBody } from "@/lib/server/http/handler";
import { unknownPath } from "@/lib/server/http/unknown-path";
import { severalImpact } from "@/lib/server/lost/several-impact";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** What would go with several entries. It writes nothing: a POST only because their names do not fit into an address. Like any unknown address where nothing may be written. */
export const POST = viewerRoute(async ({ request, viewer, runtime: { fleet } }) => {
  if (!viewer.mayWrite) return unknownPath();
  return severalImpact(fleet, viewer.scope, await readBody(request, BulkDeletionImpactRequest));
});

export const GET = viewerRoute(unknownPath);

export const OPTIONS = viewerRoute(unknownPath);
