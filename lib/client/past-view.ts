"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { PastView } from "@/lib/contract/answers/history";
import { formatMoment } from "@/lib/contract/url/history-window";
import { apiPaths } from "@/lib/contract/url/paths";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import { type Asked, ask } from "./ask";
import { isPassing } from "./passing-refusal";
import { RECORDED } from "./recorded";
import { viewKey, type WantedView } from "./view-key";

/** A view as it was at a moment, or why it cannot be told. Both null = on its way. */
export interface PastViewState {
  readonly state: PastView | null;
  readonly problem: string | null;
}

/** The view that every page has. On a page of the past, its answer has the clusters of that moment. */
export const SHELL_VIEW: WantedView = { kind: "shell", query: "", offset: 0, limit: 0 };

const AGAIN_MS = 5_000;
/** How often a view that the record answers as of now is asked for again, while the page is visible. Milliseconds. */
const AS_OF_NOW_MS = 3_000;
/** The same for older incidents, which are over. */
const OVER_MS = 60_000;

/**
 * Asks the record for a view at a moment, or (null) as of now; null asks nothing. What was does not change: only a refusal is asked about again, and all of it
 * once the stream has come back, as what may be seen of it may be less since. What could not be asked takes nothing away that is shown.
 */
export function usePastView(wanted: WantedView | null, at: number | null): PastViewState {
  const { data } = useQuery<Asked<PastView>>({
    queryKey: [RECORDED.past, wanted === null ? "" : viewKey(wanted), at],
    queryFn:
      wanted === null
        ? skipToken
        : async ({ signal, client, queryKey }) => {
            const answer = await ask(apiPaths.view(searchOf(wanted, at)), PastView, signal);
            const before = client.getQueryData<Asked<PastView>>(queryKey);
            return answer.kind === "refused" && isPassing(answer) && before?.kind === "here" ? before : answer;
          },
    refetchInterval: (asked) =>
      at === null ? (wanted?.kind === "incidents" ? OVER_MS : AS_OF_NOW_MS) : asked.state.data?.kind === "refused" ? AGAIN_MS : false,
  });
  return { state: data?.kind === "here" ? data.value : null, problem: data?.kind === "refused" ? data.problem : null };
}

function searchOf({ kind, query, offset, limit }: WantedView, at: number | null): string {
  return formatQueryValues({ kind, query, offset, limit, at: at === null ? null : formatMoment(at) });
}
