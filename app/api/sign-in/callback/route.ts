import { backFromProvider } from "@/lib/server/access/answer-provider";
import { returnRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** Where the provider sends browsers back to. */
export const GET = returnRoute(({ request, runtime }) => backFromProvider(runtime, request));
