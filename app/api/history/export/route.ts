import { exportList } from "@/lib/server/export/export-list";
import { handled, requireSameOrigin } from "@/lib/server/http/handler";
import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

/** The list on screen as a file. */
export function GET(request: Request): Promise<Response> {
  return handled(async () => {
    requireSameOrigin(request);
    return exportList(await getRuntime(), new URL(request.url).searchParams);
  });
}
