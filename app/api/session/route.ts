import { SignInBody } from "@/lib/contract/answers/session";
import { keepSession, pageViewer } from "@/lib/server/access/session";
import { readBody } from "@/lib/server/http/handler";
import { viewerRoute, visitorRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** Who is signed in. */
export const GET = viewerRoute(({ viewer }) => pageViewer(viewer));

/** Signs in by a token. */
export const POST = visitorRoute(async ({ request, runtime }) => keepSession(runtime, request, (await readBody(request, SignInBody)).token));
