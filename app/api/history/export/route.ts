import { exportList } from "@/lib/server/export/export-list";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** The list on screen as a file. */
export const GET = viewerRoute(({ request, viewer, runtime }) => exportList(runtime, viewer, new URL(request.url).searchParams));
