import { stripCell } from "@/lib/server/fleet/strip-cell";
import { Refusal } from "@/lib/server/http/problem";
import { viewerRoute } from "@/lib/server/request-checks";

export const dynamic = "force-dynamic";

export const GET = viewerRoute(({ request, viewer, runtime: { fleet, lists } }) => {
  const params = new URL(request.url).searchParams;
  const index = Number(params.get("index"));
  if (!Number.isSafeInteger(index) || index < 0) throw new Refusal(400, "Not understood", "The index of a cell is a whole number from 0.", "index");
  const cell = stripCell(fleet, lists, params.get("ribbon") ?? "", index, viewer.scope);
  if (cell === null) throw new Refusal(404, "No such cell", "There is no machine at this place now.");
  return cell;
});
