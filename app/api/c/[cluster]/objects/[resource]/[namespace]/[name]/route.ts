import { handled, requireSameOrigin } from "@/lib/server/http/handler";
import { type ObjectAddress, readObjectYaml } from "@/lib/server/http/read-object";
import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

export function GET(request: Request, { params }: { readonly params: Promise<ObjectAddress> }): Promise<Response> {
  return handled(async () => {
    requireSameOrigin(request);
    return readObjectYaml(await getRuntime(), await params);
  });
}
