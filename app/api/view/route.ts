import { PastViewQuery } from "@/lib/contract/history-query";
import { read } from "@/lib/server/history/answer-history";
import { handled, requireSameOrigin } from "@/lib/server/http/handler";
import { pastView } from "@/lib/server/past-view";
import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

/** A view of the live pages, as it was. */
export function GET(request: Request): Promise<Response> {
  return handled(async () => {
    requireSameOrigin(request);
    return pastView(await getRuntime(), read(PastViewQuery, new URL(request.url).searchParams));
  });
}
