import type { PastView } from "@/lib/contract/history";
import type { PastViewQuery } from "@/lib/contract/history-query";
import { Refusal } from "./http/problem";
import { UnreadableQuery } from "./live/view-source";
import { VIEWS } from "./live/views/catalogue";
import type { Runtime } from "./runtime";

/** Computes any view of the live pages over the fleet as it was. Refuses a moment that nobody recorded, in words. */
export async function pastView({ history, viewer }: Pick<Runtime, "history" | "viewer">, asked: PastViewQuery): Promise<PastView> {
  const { kind, query, offset, limit, at } = asked;
  if (at === null) throw new Refusal(400, "Not understood", "Say which moment: at=2026-08-12T04:16:12Z.", "at");
  const asking = viewer();
  const { fleet, lists, gaps, recorded } = await history.fleetAt(at, asking.scope);
  try {
    const source = VIEWS[kind]({ fleet, lists, viewer: asking, query, offset, limit, changed: () => undefined });
    const { head, rows } = source.compute();
    source.close();
    return { at, head, rows: [...rows], gaps, recorded };
  } catch (error) {
    throw error instanceof UnreadableQuery ? new Refusal(400, "Not understood", error.message, "query") : error;
  }
}
