import { answerHistory } from "@/lib/server/history/answer-history";
import { handled, requireSameOrigin } from "@/lib/server/http/handler";
import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

export function GET(request: Request, { params }: { readonly params: Promise<{ readonly what: string }> }): Promise<Response> {
  return handled(async () => {
    requireSameOrigin(request);
    const { history, viewer } = await getRuntime();
    return answerHistory(history, (await params).what, new URL(request.url).searchParams, viewer().scope);
  });
}
