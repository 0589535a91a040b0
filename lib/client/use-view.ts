"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isAnsweredByHistory } from "@/lib/contract/url/lost-query";
import { typedView } from "@/lib/contract/views/typed-view";
import type { ViewState } from "@/lib/contract/views/view";
import { useLive } from "./live-provider";
import type { ViewUpdate } from "./live-views";
import { usePast } from "./past";
import { usePastView } from "./past-view";
import { viewKey, type WantedView } from "./view-key";
import { useWithdrawnWords } from "./withdrawn";

/** A view as it is here: its state, or why there is none. Both null = on its way. */
export interface LiveView<H, R extends { readonly id: string }> {
  readonly state: ViewState<H, R> | null;
  readonly problem: string | null;
  /** Whether what was shown is to go: the viewer is not let in any more. */
  readonly isWithdrawn?: true;
}

/**
 * Subscribes to a view for as long as the component is mounted; on a page of the past, asks once what it was. Those who vanished are asked of the record. `initial` is what the server
 * painted; it counts for the first query and moment only. A query of null asks for nothing.
 * The caller names the shapes of head and rows: the server builds them from the same contract, and every frame's envelope is parsed.
 */
export function useView<H, R extends { readonly id: string }>(
  kind: WantedView["kind"],
  asked: string | null,
  window: { readonly offset: number; readonly limit: number },
  initial?: ViewState | null,
): LiveView<H, R> {
  const live = useLive();
  const at = usePast();
  const { offset, limit } = window;
  const query = asked ?? "";
  const wanted = { kind, query, offset, limit };
  const key = `${viewKey(wanted)}@${at ?? "now"}`;
  const [painted, setPainted] = useState(() => ({ key, initial: initial ?? null }));
  const ofRecord = at !== null || isAnsweredByHistory(kind, query);
  const isLive = asked !== null && !ofRecord;
  useEffect(() => (isLive ? live.want({ kind, query, offset, limit }) : undefined), [live, kind, query, offset, limit, isLive]);
  const { data } = useQuery<ViewUpdate>({ queryKey: ["view", viewKey(wanted)], queryFn: skipToken });
  const withdrawn = useWithdrawnWords();
  const past = usePastView(asked !== null && ofRecord ? wanted : null, at);
  // What the server painted is the past as soon as the stream has spoken: it must not come back when the cache has forgotten.
  if ((withdrawn !== null || (data !== undefined && !ofRecord)) && painted.initial !== null) setPainted({ key: "", initial: null });
  const first = painted.key === key ? painted.initial : null;
  if (asked === null) return { state: null, problem: null };
  if (withdrawn !== null) return { state: null, problem: withdrawn, isWithdrawn: true };
  if (ofRecord) return { state: typedView<H, R>(past.state ?? (past.problem === null ? first : null)), problem: past.problem };
  if (data?.kind === "refused") return { state: null, problem: data.problem };
  return { state: typedView<H, R>(data?.state ?? first), problem: null };
}
