"use client";

import { useEffect, useState } from "react";
import type * as z from "zod/mini";
import { Problem } from "@/lib/contract/answers";

/** An answer of one of our routes, on its way, here, or refused with the reason in words. */
export type Answer<T> = { readonly kind: "waiting" } | { readonly kind: "here"; readonly value: T } | { readonly kind: "refused"; readonly problem: string };

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

async function ask<T>(path: string, schema: z.ZodMiniType<T>, signal: AbortSignal): Promise<Answer<T>> {
  try {
    const response = await fetch(path, { signal, headers: { accept: "application/json" } });
    const body: unknown = await response.json();
    if (!response.ok) {
      const problem = Problem.safeParse(body);
      return { kind: "refused", problem: problem.success ? problem.data.detail || problem.data.title : `The server answered ${response.status}.` };
    }
    const parsed = schema.safeParse(body);
    return parsed.success ? { kind: "here", value: parsed.data } : { kind: "refused", problem: "The server answered in a form this page cannot read." };
  } catch (error) {
    return { kind: "refused", problem: error instanceof Error ? `The server cannot be reached: ${error.message}` : "The server cannot be reached." };
  }
}
