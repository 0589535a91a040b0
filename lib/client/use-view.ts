"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isAnsweredByHistory } from "@/lib/contract/url/lost-query";
import type { HeadOf, RowOf, ViewKind, ViewState, ViewStateOf } from "@/lib/contract/views/view";
import type { ViewRow } from "@/lib/contract/views/view-declaration";
import { useLive } from "./live-provider";
import type { ViewUpdate } from "./live-views";
import { usePast } from "./past";
import { usePastView } from "./past-view";
import { viewKey } from "./view-key";
import { useWithdrawnWords } from "./withdrawn";

/** The state of a view, or the reason why there is none. Both null = not received yet. */
export interface LiveView<H extends object, R extends ViewRow> {
  readonly state: ViewState<H, R> | null;
  readonly problem: string | null;
  /** Set if the viewer has no access any more: a page must remove what it showed. */
  readonly isWithdrawn?: true;
}

/**
 * Subscribes to a view while the component is mounted. On a page of the past, requests the view of that moment once. Lost machines come from the history.
 * `initial`: the state in the HTML of the page, for the first query and moment only. A query of null requests nothing.
 */
export function useView<Kind extends ViewKind>(
  kind: Kind,
  asked: string | null,
  window: { readonly offset: number; readonly limit: number },
  initial?: ViewStateOf<Kind> | null,
): LiveView<HeadOf<Kind>, RowOf<Kind>> {
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
  if (ofRecord) return { state: typed<Kind>(past.state ?? (past.problem === null ? first : null)), problem: past.problem };
  if (data?.kind === "refused") return { state: null, problem: data.problem };
  return { state: typed<Kind>(data?.state ?? first), problem: null };
}

/** The server builds the state from the same declaration of this kind. The browser checks its frames, not each field. */
function typed<Kind extends ViewKind>(state: ViewState | null): ViewStateOf<Kind> | null {
  return state as ViewStateOf<Kind> | null;
}
