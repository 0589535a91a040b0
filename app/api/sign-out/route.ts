import { visitorRoute } from "@/lib/server/access/door";
import { endSession } from "@/lib/server/access/session";

export const dynamic = "force-dynamic";

export const POST = visitorRoute(({ request, runtime }) => endSession(runtime, request));
