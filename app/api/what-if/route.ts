import { exportWhatIf } from "@/lib/server/export/export-what-if";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

/** What would be left, were a part of the fleet lost, as a file. */
export const GET = viewerRoute(({ request, viewer, runtime }) => exportWhatIf(runtime, viewer, new URL(request.url).searchParams));
