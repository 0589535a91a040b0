"use client";

import { useQuery } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { FindingChanges } from "@/lib/contract/finding-changes";
import { ActivityAnswer, BandAnswer, LossesAnswer, RowBandsAnswer, TimelineAnswer } from "@/lib/contract/history";
import { formatAsked, type Asked as Question } from "@/lib/contract/history-query";
import { parseWindow } from "@/lib/contract/history-window";
import { HostHistoryAnswer } from "@/lib/contract/host-history";
import { apiPaths } from "@/lib/contract/paths";
import { RolloutsAnswer } from "@/lib/contract/rollout";
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

/** Which machines: picked clusters and namespaces (none = all in sight), and one group ("" = those without one). */
export interface Place {
  readonly cluster?: readonly string[];
  readonly ns?: readonly string[];
  readonly group?: string;
}

/** A band over a window (as the address spells it, null = as long as the record) for a picture so many pixels wide. On a page of the past it ends there. */
export function useBand(place: Place, window: string | null, width: number): Remembered<BandAnswer> {
  return useRemembered("band", BandAnswer, { ...place }, { window, width: Math.max(16, Math.min(4096, Math.round(width))) });
}

/** Small bands and flaps for the rows of a list, at most 200; an empty list asks nothing. */
export function useRowBands(kind: "entries" | "groups", ids: readonly string[], window = "1h", buckets = 60): Remembered<RowBandsAnswer> {
  return useRemembered("rows", RowBandsAnswer, { kind }, { id: ids.slice(0, 200), window, buckets }, { isWanted: ids.length > 0 });
}

/**
 * The machines that were lost within a window, with what they share. `told`: so many are known to be gone; where the answer has fewer, it is asked
 * for again soon.
 */
export function useLosses(place: Place, window: string | null, limit = 50, told = 0): Remembered<LossesAnswer> {
  return useRemembered("losses", LossesAnswer, { ...place }, { window, limit }, { isBehind: ({ total, back }) => total - back < told });
}

/** Everything about one name: its incarnations and its swimlanes. */
export function useTimeline(
  entry: { readonly cluster: string; readonly ns: string; readonly name: string; readonly uid?: string },
  window: string | null,
  width: number,
): Remembered<TimelineAnswer> {
  return useRemembered("entry", TimelineAnswer, { ...entry }, { window, width: Math.max(16, Math.min(4096, Math.round(width))) });
}

/** Who answered for a Service or ServiceEntry over a window, machines and Pods apart. */
export function useHostHistory(
  host: { readonly cluster: string; readonly kind: "Service" | "ServiceEntry"; readonly ns: string; readonly name: string },
  window: string | null,
  width: number,
): Remembered<HostHistoryAnswer> {
  return useRemembered("host", HostHistoryAnswer, { ...host }, { window, width: Math.max(16, Math.min(4096, Math.round(width))) });
}

/** Rollouts of istiod, and what became of the machines in one of them (by its id, "" = the newest), or since a baseline (as the address spells it). */
export function useRollouts(place: Place, asked: { readonly rollout: string; readonly baseline: string | null }): Remembered<RolloutsAnswer> {
  return useRemembered("rollouts", RolloutsAnswer, { ...place, ...asked }, {});
}

/** What rules find, compared with what they found a while ago. */
export function useFindingChanges(place: Place, window: string): Remembered<FindingChanges> {
  return useRemembered("findings", FindingChanges, { ...place }, { window });
}

/** What the log is asked: filters, and the cursor of the page before. */
export interface ActivityFilter extends Place {
  readonly name?: string;
  readonly uid?: string;
  readonly type?: readonly string[];
  readonly q?: string;
  readonly before?: string;
  readonly limit?: number;
}

/** A page of the log, newest first. */
export function useActivity(filter: ActivityFilter, window: string | null): Remembered<ActivityAnswer> {
  const { before, limit, ...subject } = filter;
  return useRemembered("activity", ActivityAnswer, { ...subject }, { window, before, limit });
}

/** `subject` says whom the answer is about: only for the same subject does an older answer stand in for the next one. */
function useRemembered<T>(
  what: "band" | "rows" | "losses" | "entry" | "host" | "rollouts" | "findings" | "activity",
  schema: z.ZodMiniType<T>,
  subject: Question,
  how: Question,
  { isWanted = true, isBehind }: { readonly isWanted?: boolean; readonly isBehind?: (answer: T) => boolean } = {},
): Remembered<T> {
  const at = usePast();
  const about = `${what}?${formatAsked(subject)}`;
  const search = formatAsked({ ...subject, ...how, at });
  const endsNow = at === null && !isFixed(how.window) && !how.before;
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
  return { value: typed<T>(data?.value ?? null), problem: data?.problem ?? null, isPrevious: isPlaceholderData };
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
