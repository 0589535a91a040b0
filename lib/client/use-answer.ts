"use client";

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type * as z from "zod/mini";
import { type Asked, ask } from "./ask";
import { keepReading } from "./keep-reading";
import { useLiveIfAny } from "./live-provider";
import type { LiveStore } from "./live-store";
import { isPassing } from "./passing-refusal";
import { withSameParts } from "./same-parts";

type Refused = Extract<Asked<unknown>, { readonly kind: "refused" }>;

/** An answer that stays shown although it was asked for again: why it could not be told, and the server time at which the answer came (milliseconds). */
export interface NotRenewed {
  readonly refusal: Refused;
  readonly readAt: number;
}

/** An answer of one of our routes, on its way, here (`notRenewed`: but older than it should be), or refused with the reason in words. */
export type Answer<T> = { readonly kind: "waiting" } | (Asked<T> & { readonly notRenewed?: NotRenewed });

/** What is held of a question: the last answer to it that said something new, and which asking brought it. */
interface Held<T> {
  readonly path: string;
  readonly turn: string;
  /** How often all was withdrawn before: what was answered before the last time is not shown. */
  readonly withdrawals: number;
  readonly answer: Asked<T> & { readonly notRenewed?: NotRenewed };
}

/** What could not be asked is asked again after this. Milliseconds. */
const AGAIN_MS = 5_000;

/**
 * Asks a route once per (path, round), and again once the page's stream was lost and has come back, as the viewer's rights may be less since. Keeps the last
 * answer while a newer one is on its way, and where the newer one tells nothing about what may be seen; a denial takes it away. Null asks nothing.
 */
export function useAnswer<T>(path: string | null, schema: z.ZodMiniType<T>, round = 0): Answer<T> {
  return useAsked(path, schema, round, askOnce);
}

/**
 * The same of an object that is read as the viewer and stands open: asked for again every few seconds while the page is visible. Whoever loses `get`, or the
 * right to list Events, loses no stream by it. What says the same as before is not drawn again. Not for what a form begins with.
 */
export function useRenewedAnswer<T>(path: string | null, schema: z.ZodMiniType<T>, round = 0): Answer<T> {
  return useAsked(path, schema, round, keepReading);
}

/** Asks, hands over what is answered, and gives back what ends that. */
type Way = typeof keepReading;

const askOnce: Way = (read, took) => {
  const stop = new AbortController();
  void read(stop.signal).then((answer) => {
    if (!stop.signal.aborted) took(answer);
  });
  return () => stop.abort();
};

function useAsked<T>(path: string | null, schema: z.ZodMiniType<T>, round: number, way: Way): Answer<T> {
  const live = useLiveIfAny();
  const askedAnew = useAskedAnew(live);
  const [held, setHeld] = useState<Held<T> | null>(null);
  const [again, setAgain] = useState(0);
  const readAt = useRef(0);
  const turn = `${round}.${askedAnew}.${again}`;
  const withdrawals = live?.withdrawals ?? 0;
  const shown = held !== null && held.path === path && held.withdrawals === withdrawals ? held.answer : null;
  // A busy server refuses a first request, too; what it shows then says nothing for good.
  const refusal = shown?.notRenewed?.refusal ?? (shown?.kind === "refused" && shown.status === 503 ? shown : undefined);
  useEffect(() => {
    if (path === null) return;
    return way<T>(
      (signal) => ask(path, schema, signal),
      (answer) => {
        if (answer.kind === "here") readAt.current = live?.serverNow() ?? 0;
        const at = readAt.current;
        setHeld((before) => heldAfter({ path, turn, withdrawals, answer }, before, at));
      },
    );
  }, [path, schema, turn, withdrawals, live, way]);
  useEffect(() => {
    // Whoever is not signed in signs in first: the stream then comes back. What is kept being read is asked again by itself.
    if (way === keepReading || refusal === undefined || refusal.status === 401) return;
    const timer = setTimeout(() => setAgain((before) => before + 1), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [refusal, way]);
  return shown ?? { kind: "waiting" };
}

function useAskedAnew(live: LiveStore | null): number {
  const subscribe = useCallback((listener: () => void) => live?.subscribe(listener) ?? (() => undefined), [live]);
  const read = () => live?.askedAnew ?? 0;
  return useSyncExternalStore(subscribe, read, read);
}

/** What could not be checked or reached takes nothing away that is shown, and is told with the time at which that was read. What says the same stays the same. */
function heldAfter<T>(next: Held<T>, before: Held<T> | null, readAt: number): Held<T> {
  const { answer } = next;
  if (before === null || before.path !== next.path || before.withdrawals !== next.withdrawals || before.answer.kind === "refused") return next;
  if (answer.kind === "here") {
    if (!Object.is(withSameParts(before.answer.value, answer.value), before.answer.value)) return next;
    return before.answer.notRenewed === undefined ? before : { ...next, answer: { ...answer, value: before.answer.value } };
  }
  return isPassing(answer) ? { ...next, answer: { ...before.answer, notRenewed: { refusal: answer, readAt } } } : next;
}
