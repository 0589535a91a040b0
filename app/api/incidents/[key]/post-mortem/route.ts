import { decodeSegment } from "@/lib/contract/url/paths";
import { postMortem } from "@/lib/server/export/post-mortem";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** The post-mortem of an incident as Markdown. */
export const GET = viewerRoute<{ readonly key: string }>(({ request, params: { key }, viewer, runtime }) =>
  postMortem(runtime, viewer, decodeSegment(key), new URL(request.url)),
);
