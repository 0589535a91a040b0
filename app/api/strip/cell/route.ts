import { stripCell } from "@/lib/server/fleet/strip-cell";
import { handled, requireSameOrigin } from "@/lib/server/http/handler";
import { Refusal } from "@/lib/server/http/problem";
import { getRuntime } from "@/lib/server/runtime";

export const dynamic = "force-dynamic";

export function GET(request: Request): Promise<Response> {
  return handled(async () => {
    requireSameOrigin(request);
    const params = new URL(request.url).searchParams;
    const index = Number(params.get("index"));
    if (!Number.isSafeInteger(index) || index < 0) throw new Refusal(400, "Not understood", "The index of a cell is a whole number from 0.", "index");
    const { fleet, lists, viewer } = await getRuntime();
    const cell = stripCell(fleet, lists, params.get("ribbon") ?? "", index, viewer().scope);
    if (cell === null) throw new Refusal(404, "No such cell", "There is no machine at this place now.");
    return cell;
  });
}
