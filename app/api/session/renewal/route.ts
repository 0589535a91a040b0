import { renewAtProvider } from "@/lib/server/access/answer-provider";
import { visitorRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** Renews the session of this browser, where that is due. */
export const POST = visitorRoute(({ request, runtime }) => renewAtProvider(runtime, request));
