import { SetViews, type ViewRequest } from "@/lib/contract/views/view";
import type { Viewer } from "@/lib/domain/source/scope";
import { readBody } from "@/lib/server/http/handler";
import { Refusal } from "@/lib/server/http/problem";
import type { Hub } from "./hub";

/** The views that a request wants a new stream with; null where it has set the views of one that is open. Throws refusals. */
export async function askedViews(request: Request, hub: Hub, viewer: Viewer): Promise<readonly ViewRequest[] | null> {
  if (request.method === "GET") return [];
  const { stream, views } = await readBody(request, SetViews);
  if (stream === undefined) return views;
  if (!hub.setViews(stream, viewer, views)) throw new Refusal(404, "No such stream", "The stream has ended; open another.");
  return null;
}
