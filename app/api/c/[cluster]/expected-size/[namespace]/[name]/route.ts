import { SetSize } from "@/lib/contract/expected-size";
import { type GroupAddress, maySetExpectedSize, setExpectedSize } from "@/lib/server/commands/set-expected-size";
import { handled, readBody, requireOwnPage, requireSameOrigin } from "@/lib/server/http/handler";
import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

interface Context {
  readonly params: Promise<GroupAddress>;
}

export function GET(request: Request, { params }: Context): Promise<Response> {
  return handled(async () => {
    requireSameOrigin(request);
    return maySetExpectedSize(await getRuntime(), await params);
  });
}

export function POST(request: Request, { params }: Context): Promise<Response> {
  return handled(async () => {
    requireOwnPage(request);
    const body = await readBody(request, SetSize);
    return setExpectedSize(await getRuntime(), await params, body);
  });
}
