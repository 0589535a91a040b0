"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { PastView } from "@/lib/contract/history";
import { formatAsked } from "@/lib/contract/history-query";
import { formatMoment } from "@/lib/contract/history-window";
import { apiPaths } from "@/lib/contract/paths";
import { type Asked, ask } from "./ask";
import { viewKey, type WantedView } from "./view-key";

/** A view as it was at a moment, or why it cannot be told. Both null = on its way. */
export interface PastViewState {
  readonly state: PastView | null;
  readonly problem: string | null;
}

const AGAIN_MS = 5_000;

/** Asks what a view was at a moment; null asks nothing. What was does not change: only a refusal is asked about again. */
export function usePastView({ kind, query, offset, limit }: WantedView, at: number | null): PastViewState {
  const search = at === null ? "" : formatAsked({ kind, query, offset, limit, at: formatMoment(at) });
  const { data } = useQuery<Asked<PastView>>({
    queryKey: ["past", viewKey({ kind, query, offset, limit }), at],
    queryFn: at === null ? skipToken : ({ signal }) => ask(apiPaths.view(search), PastView, signal),
    refetchInterval: (asked) => (asked.state.data?.kind === "refused" ? AGAIN_MS : false),
  });
  return { state: data?.kind === "here" ? data.value : null, problem: data?.kind === "refused" ? data.problem : null };
}
