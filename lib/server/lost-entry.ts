import type { LossRow } from "@/lib/contract/history";
import { formatAsked, parseAsked, TimelineQuery } from "@/lib/contract/history-query";
import type { ObjectParams } from "@/lib/contract/page-query";
import { Refusal } from "./http/problem";
import { getRuntime } from "./runtime";

/** How an entry that is not in the API any more was lost, for the first paint of its page; null where it was never recorded, or cannot be told now. */
export async function lostEntry({ cluster, namespace, name }: ObjectParams, uid: string): Promise<LossRow | null> {
  const { history, viewer } = await getRuntime();
  const asked = parseAsked(TimelineQuery, new URLSearchParams(formatAsked({ cluster, ns: namespace, name, uid })));
  if (!("value" in asked)) return null;
  try {
    return (await history.timeline(asked.value, viewer().scope)).last;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
