import { search } from "@/lib/server/fleet/search";
import { handled, requireSameOrigin } from "@/lib/server/http/handler";
import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

export function GET(request: Request): Promise<Response> {
  return handled(async () => {
    requireSameOrigin(request);
    const { fleet, lists, viewer } = await getRuntime();
    return search(fleet, lists, new URL(request.url).searchParams.get("q") ?? "", viewer().scope);
  });
}
