import { answerHistory } from "@/lib/server/history/answer-history";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

export const GET = viewerRoute<{ readonly what: string }>(({ request, params: { what }, viewer, runtime: { history } }) =>
  answerHistory(history, what, new URL(request.url).searchParams, viewer.scope),
);
