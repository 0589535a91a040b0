import { setTimeout as wait } from "node:timers/promises";
import type { LossRow } from "@/lib/contract/answers/history";
import { parseQueryValues, TimelineQuery } from "@/lib/contract/url/history-query";
import type { ObjectParams } from "@/lib/contract/url/page-query";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import type { Viewer } from "@/lib/domain/source/scope";
import type { History } from "./history/history";
import { Refusal } from "./http/problem";

/** The recorder writes a loss some 200 ms after the fleet removed the entry, later under load: a page in between would answer 404. Milliseconds. */
const BETWEEN_MS = 300;
const TRIES = 3;

/** How an entry that is not in the API any more was lost, for the first paint of its page; null where it was never recorded, or cannot be told now. */
export async function lostEntry(
  { history }: { readonly history: History },
  viewer: Viewer,
  { cluster, namespace, name, uid }: ObjectParams & { readonly uid: string },
): Promise<LossRow | null> {
  const asked = parseQueryValues(TimelineQuery, new URLSearchParams(formatQueryValues({ cluster, ns: namespace, name, uid })));
  if (!("value" in asked)) return null;
  try {
    for (let tries = 1; ; tries++) {
      const { last } = await history.timeline(asked.value, viewer.scope);
      if (last !== null || tries === TRIES) return last;
      await wait(BETWEEN_MS);
    }
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
