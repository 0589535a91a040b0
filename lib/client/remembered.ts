"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type * as z from "zod/mini";
import { parseWindow } from "@/lib/contract/url/history-window";
import { apiPaths } from "@/lib/contract/url/paths";
import { formatQueryValues, type QueryValues as Question } from "@/lib/contract/url/query-values";
import { type Asked, ask } from "./ask";
import { isPassing } from "./passing-refusal";
import { usePast } from "./past";
import { RECORDED } from "./recorded";

/** How often an answer about a window that ends now is asked for again, while the page is visible. Milliseconds. */
const AGAIN_MS = 3_000;

/** How often while it lags behind what the page knows already. */
const SOON_MS = 500;

/** What is remembered, as it is here. While another window is on its way the one before stays, `isPrevious`; a refusal is told beside what was there. */
export interface Remembered<T> {
  readonly value: T | null;
  /** Why it is not answered, or not anew; null = nothing wrong. */
  readonly problem: string | null;
  readonly isPrevious: boolean;
}

interface RememberedOptions<T> {
  readonly isWanted?: boolean;
  readonly isSettled?: boolean;
  readonly isBehind?: (answer: T) => boolean;
}

/** Which machines: picked clusters and namespaces (none = all in sight), and one group ("" = those without one). */
export interface Place {
  readonly cluster?: readonly string[];
  readonly ns?: readonly string[];
  readonly group?: string;
  /** The machines of one incident, by its key. */
  readonly incident?: string;
}

/**
 * `subject` says whom the answer is about: only for the same subject does an older answer stand in for the next one. `isSettled`: the answer of now does not
 * change any more.
 */
export function useRemembered<T>(
  what: "band" | "rows" | "losses" | "entry" | "host" | "rollouts" | "findings" | "activity",
  schema: z.ZodMiniType<T>,
  subject: Question,
  how: Question,
  { isWanted = true, isSettled = false, isBehind }: RememberedOptions<T> = {},
): Remembered<T> {
  const at = usePast();
  const about = `${what}?${formatQueryValues(subject)}`;
  const search = formatQueryValues({ ...subject, ...how, at });
  const endsNow = at === null && !isSettled && !isFixed(how.window) && !how.before;
  const { data, isPlaceholderData } = useQuery<Held>({
    queryKey: [RECORDED.history, about, search],
    queryFn: async ({ signal, client, queryKey }) => {
      const answer = await ask(apiPaths.history(what, search), schema, signal);
      return heldAfter(answer, client.getQueryData<Held>(queryKey));
    },
    enabled: isWanted,
    refetchInterval: ({ state }) => {
      const answer = typed<T>(state.data?.value ?? null);
      // A refusal is never the last word, of a window that is over either.
      if (!endsNow) return state.data?.problem ? AGAIN_MS : false;
      return answer !== null && isBehind?.(answer) ? SOON_MS : AGAIN_MS;
    },
    refetchOnWindowFocus: endsNow,
    staleTime: AGAIN_MS,
    placeholderData: (previous, query) => (query?.queryKey[1] === about ? previous : undefined),
  });
  // One object as long as the answer is the same: a chart draws again for another one.
  return useMemo(() => ({ value: typed<T>(data?.value ?? null), problem: data?.problem ?? null, isPrevious: isPlaceholderData }), [data, isPlaceholderData]);
}

/** What the cache holds under a key: what the schema of that key's question has read. */
interface Held {
  readonly value: unknown;
  readonly problem: string | null;
}

/** A refusal that says nothing about what may be seen does not take away what was known: it stands beside it. */
function heldAfter(answer: Asked<unknown>, before: Held | undefined): Held {
  if (answer.kind === "here") return { value: answer.value, problem: null };
  return { value: isPassing(answer) ? (before?.value ?? null) : null, problem: answer.problem };
}

/** The key names the question, and only the question's own schema writes under it. This is the one place that says so. */
function typed<T>(value: unknown): T | null {
  return value as T | null;
}

/** Does the window name its own end? */
function isFixed(window: Question[string]): boolean {
  return typeof window === "string" && parseWindow(window)?.kind === "between";
}
