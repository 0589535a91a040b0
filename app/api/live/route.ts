import { askedViews } from "@/lib/server/live/asked-views";
import { openStream } from "@/lib/server/live/open-stream";
import { type RouteAsked, viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** Opens a stream without views. In production the server in front answers this path by itself, in the same way. */
export const GET = viewerRoute(answered);

/** Opens the browser's one stream with its views, or sets the views of one that is open. */
export const POST = viewerRoute(answered);

async function answered({ request, viewer, runtime: { hub } }: RouteAsked<unknown>): Promise<Response> {
  const views = await askedViews(request, hub, viewer);
  return views === null ? new Response(null, { status: 204 }) : openStream(hub, viewer, request.signal, views);
}
