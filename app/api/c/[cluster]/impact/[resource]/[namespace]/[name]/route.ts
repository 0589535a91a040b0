import { unknownPath } from "@/lib/server/http/unknown-path";
import { deleteImpact, type ImpactAddress } from "@/lib/server/lost/delete-impact";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** Where nothing may be written, this address answers like any that does not exist. */
export const GET = viewerRoute<ImpactAddress>(({ viewer, runtime, params }) =>
  viewer.mayWrite ? deleteImpact(runtime.fleet, viewer.scope, params) : unknownPath(),
);

export const POST = viewerRoute<ImpactAddress>(unknownPath);

export const OPTIONS = viewerRoute<ImpactAddress>(unknownPath);
