import { handled, requireSameOrigin } from "@/lib/server/http/handler";
import { type ObjectAddress, readObjectEvents } from "@/lib/server/http/read-object";
import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

export function GET(request: Request, { params }: { readonly params: Promise<ObjectAddress> }): Promise<Response> {
  return handled(async () => {
    requireSameOrigin(request);
    return readObjectEvents(await getRuntime(), await params);
  });
}
