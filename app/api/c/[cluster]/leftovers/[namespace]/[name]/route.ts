import type { AccountAddress } from "@/lib/server/bundle/account-use";
import { unknownPath } from "@/lib/server/http/unknown-path";
import { leftoversOf } from "@/lib/server/lost/leftovers";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** What a group without machines leaves behind. Like any unknown address where nothing may be written. */
export const GET = viewerRoute<AccountAddress>(({ viewer, runtime, params }) =>
  viewer.mayWrite ? leftoversOf(runtime.fleet, viewer.scope, params) : unknownPath(),
);

export const POST = viewerRoute<AccountAddress>(unknownPath);

export const OPTIONS = viewerRoute<AccountAddress>(unknownPath);
