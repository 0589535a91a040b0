import { SetViews } from "@/lib/contract/view";
import { handled, readBody, requireSameOrigin } from "@/lib/server/http/handler";
import { Refusal } from "@/lib/server/http/problem";
import { openStream } from "@/lib/server/live/open-stream";
import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

/** Opens a stream without views. */
export function GET(request: Request): Promise<Response> {
  return handled(async () => {
    requireSameOrigin(request);
    const { hub, viewer } = await getRuntime();
    return openStream(hub, viewer(), request.signal);
  });
}

/** Opens the browser's one stream with its views, or sets the views of one that is open. */
export function POST(request: Request): Promise<Response> {
  return handled(async () => {
    requireSameOrigin(request);
    const { hub, viewer } = await getRuntime();
    const { stream, views } = await readBody(request, SetViews);
    if (stream === undefined) return openStream(hub, viewer(), request.signal, views);
    if (!hub.setViews(stream, viewer(), views)) throw new Refusal(404, "No such stream", "The stream has ended; open another.");
    return new Response(null, { status: 204 });
  });
}
