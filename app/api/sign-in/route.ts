import { ProviderSignInRequest } from "@/lib/contract/answers/session";
import { beginAtProvider } from "@/lib/server/access/answer-provider";
import { visitorRoute } from "@/lib/server/access/door";
import { readBody } from "@/lib/server/http/handler";

export const dynamic = "force-dynamic";

/** Begins to sign in through the provider. */
export const POST = visitorRoute(async ({ request, runtime }) => beginAtProvider(runtime, request, (await readBody(request, ProviderSignInRequest)).from));
