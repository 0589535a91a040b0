import { ProviderSignInRequest } from "@/lib/contract/answers/session";
import { beginAtProvider } from "@/lib/server/access/answer-provider";
import { readBody } from "@/lib/server/http/handler";
import { visitorRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** Begins to sign in through the provider. */
export const POST = visitorRoute(async ({ request, runtime }) => beginAtProvider(runtime, request, (await readBody(request, ProviderSignInRequest)).from));
