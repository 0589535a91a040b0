import { handled } from "@/lib/server/http/handler";
import { askedViews } from "@/lib/server/live/asked-views";
import { openStream } from "@/lib/server/live/open-stream";
import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

/** Opens a stream without views. In production the server in front answers this path by itself, in the same way. */
export function GET(request: Request): Promise<Response> {
  return answered(request);
}

/** Opens the browser's one stream with its views, or sets the views of one that is open. */
export function POST(request: Request): Promise<Response> {
  return answered(request);
}

function answered(request: Request): Promise<Response> {
  return handled(async () => {
    const { hub, viewer } = await getRuntime();
    const views = await askedViews(request, hub, viewer());
    return views === null ? new Response(null, { status: 204 }) : openStream(hub, viewer(), request.signal, views);
  });
}
