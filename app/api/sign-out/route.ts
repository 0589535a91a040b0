import { endSession } from "@/lib/server/access/session";
import { visitorRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

export const POST = visitorRoute(({ request, runtime }) => endSession(runtime, request));
