import { PreviewRequest } from "@/lib/contract/answers/preview";
import { readBody } from "@/lib/server/http/handler";
import { answerPreview } from "@/lib/server/preview/answer-preview";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** What a document would change. It writes nothing: a POST only because a document does not fit into an address. */
export const POST = viewerRoute(async ({ request, viewer, runtime: { fleet, config } }) =>
  answerPreview(fleet, viewer.scope, await readBody(request, PreviewRequest), config.localAddresses),
);
