"use client";

import { useEffect, useRef, useState } from "react";
import type { PreviewAnswer, PreviewRequest } from "@/lib/contract/preview";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import type { Asked } from "./ask";
import { askPreview } from "./ask-preview";

/** The fleet moves while one looks at a try: it is asked for again so often while the page is visible. Milliseconds. */
const AGAIN_MS = 5_000;

/** What a document would change, as last answered, with the text that it was answered for. */
export interface Tried {
  readonly answer: PreviewAnswer | null;
  /** Why there is no newer answer; null = nothing wrong. */
  readonly problem: string | null;
  readonly text: string | null;
}

/** How a document is tried. */
export interface TryOptions {
  readonly mode: MeshMode;
  /** The object in whose place it would be; null = that stays. */
  readonly instead: string | null;
}

type Ask = (request: PreviewRequest, signal: AbortSignal) => Promise<Asked<PreviewAnswer>>;

/** Asks after each keystroke: one question at a time, and of those typed meanwhile only the last. */
export function usePreview(cluster: string, text: string, { mode, instead }: TryOptions, ask: Ask = askPreview): Tried {
  const [tried, setTried] = useState<Tried>({ answer: null, problem: null, text: null });
  const line = useRef<{ wanted: PreviewRequest | null; stop: AbortController | null }>({ wanted: null, stop: null });
  const last = useRef<PreviewRequest>(requestOf(cluster, text, { mode, instead }));
  useEffect(() => {
    const waiting = line.current;
    const next = async (): Promise<void> => {
      const request = waiting.wanted;
      if (request === null || waiting.stop !== null) return;
      waiting.wanted = null;
      const stop = new AbortController();
      waiting.stop = stop;
      const asked = await ask(request, stop.signal);
      waiting.stop = null;
      if (stop.signal.aborted) return;
      setTried((before) => (asked.kind === "here" ? { answer: asked.value, problem: null, text: request.text } : { ...before, problem: asked.problem }));
      await next();
    };
    const want = () => {
      waiting.wanted = last.current;
      void next();
    };
    last.current = requestOf(cluster, text, { mode, instead });
    want();
    const timer = setInterval(() => document.visibilityState === "visible" && want(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [cluster, text, mode, instead, ask]);
  useEffect(() => {
    const waiting = line.current;
    return () => waiting.stop?.abort();
  }, []);
  return tried;
}

/** What is as usual is left out. */
function requestOf(cluster: string, text: string, { mode, instead }: TryOptions): PreviewRequest {
  return { cluster, text, ...(mode === "ambient" && { mode }), ...(instead !== null && { instead }) };
}
