import { PastViewQuery } from "@/lib/contract/url/history-query";
import { read } from "@/lib/server/history/answer-history";
import { pastView } from "@/lib/server/past-view";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** A view of the live pages, as it was. */
export const GET = viewerRoute(({ request, viewer, runtime }) => pastView(runtime, viewer, read(PastViewQuery, new URL(request.url).searchParams)));
