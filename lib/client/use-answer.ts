"use client";

import { useEffect, useState } from "react";
import type * as z from "zod/mini";
import { type Asked, ask } from "./ask";

/** An answer of one of our routes, on its way, here, or refused with the reason in words. */
export type Answer<T> = { readonly kind: "waiting" } | Asked<T>;

/** Asks a route once per (path, round) and keeps the last answer while a newer one is on its way; null asks nothing. */
export function useAnswer<T>(path: string | null, schema: z.ZodMiniType<T>, round = 0): Answer<T> {
  const [held, setHeld] = useState<{ readonly path: string; readonly round: number; readonly answer: Answer<T> } | null>(null);
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    ask(path, schema, stop.signal).then((answer) => {
      if (!stop.signal.aborted) setHeld({ path, round, answer });
    });
    return () => stop.abort();
  }, [path, schema, round]);
  return held !== null && held.path === path ? held.answer : { kind: "waiting" };
}
