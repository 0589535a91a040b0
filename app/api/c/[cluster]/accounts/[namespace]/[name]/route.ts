import { type AccountAddress, accountUse } from "@/lib/server/bundle/account-use";
import { unknownPath } from "@/lib/server/http/unknown-path";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** Who uses a service account that a new group would name. Like any unknown address where nothing may be written. */
export const GET = viewerRoute<AccountAddress>(({ viewer, runtime, params }) =>
  viewer.mayWrite ? accountUse(runtime.fleet, viewer.scope, params) : unknownPath(),
);

export const POST = viewerRoute<AccountAddress>(unknownPath);

export const OPTIONS = viewerRoute<AccountAddress>(unknownPath);
