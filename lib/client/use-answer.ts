"use client";

import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import type * as z from "zod/mini";
import { type Asked, ask } from "./ask";
import { useLiveIfAny } from "./live-provider";
import type { LiveStore } from "./live-store";
import { isPassing } from "./passing-refusal";

type Refused = Extract<Asked<unknown>, { readonly kind: "refused" }>;

/** An answer that stays shown although it was asked for again: why it could not be told, and the server time at which the answer came (milliseconds). */
export interface NotRenewed {
  readonly refusal: Refused;
  readonly readAt: number;
}

/** An answer of one of our routes, on its way, here (`notRenewed`: but older than it should be), or refused with the reason in words. */
export type Answer<T> = { readonly kind: "waiting" } | (Asked<T> & { readonly notRenewed?: NotRenewed });

/** What is held of a question: the last answer to it, which asking brought it, and the server time at which it came. */
interface Held<T> {
  readonly path: string;
  readonly turn: string;
  readonly answer: Asked<T> & { readonly notRenewed?: NotRenewed };
  readonly readAt: number;
}

/** What could not be asked is asked again after this. Milliseconds. */
const AGAIN_MS = 5_000;

/**
 * Asks a route once per (path, round), and again once the page's stream was lost and has come back, as the viewer's rights may be less since. Keeps the last
 * answer while a newer one is on its way, and where the newer one tells nothing about what may be seen; a denial takes it away. Null asks nothing.
 */
export function useAnswer<T>(path: string | null, schema: z.ZodMiniType<T>, round = 0): Answer<T> {
  const live = useLiveIfAny();
  const askedAnew = useAskedAnew(live);
  const [held, setHeld] = useState<Held<T> | null>(null);
  const [again, setAgain] = useState(0);
  const turn = `${round}.${askedAnew}.${again}`;
  const notRenewed = held !== null && held.path === path ? held.answer.notRenewed : undefined;
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    ask(path, schema, stop.signal).then((answer) => {
      const readAt = live?.serverNow() ?? 0;
      if (!stop.signal.aborted) setHeld((before) => heldAfter({ path, turn, answer, readAt }, before));
    });
    return () => stop.abort();
  }, [path, schema, turn, live]);
  useEffect(() => {
    // Whoever is not signed in signs in first: the stream then comes back.
    if (notRenewed === undefined || notRenewed.refusal.status === 401) return;
    const timer = setTimeout(() => setAgain((before) => before + 1), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [notRenewed]);
  return held !== null && held.path === path ? held.answer : { kind: "waiting" };
}

function useAskedAnew(live: LiveStore | null): number {
  const subscribe = useCallback((listener: () => void) => live?.subscribe(listener) ?? (() => undefined), [live]);
  const read = () => live?.askedAnew ?? 0;
  return useSyncExternalStore(subscribe, read, read);
}

/** What could not be checked or reached takes nothing away that is shown. */
function heldAfter<T>(next: Held<T>, before: Held<T> | null): Held<T> {
  const { answer: refusal } = next;
  if (refusal.kind === "here" || !isPassing(refusal) || before?.path !== next.path || before.answer.kind === "refused") return next;
  return { ...before, turn: next.turn, answer: { ...before.answer, notRenewed: { refusal, readAt: before.readAt } } };
}
