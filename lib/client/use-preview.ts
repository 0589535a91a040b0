"use client";

import { useEffect, useRef, useState } from "react";
import type { PreviewAnswer, PreviewRequest } from "@/lib/contract/preview";
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

type Ask = (request: PreviewRequest, signal: AbortSignal) => Promise<Asked<PreviewAnswer>>;

/** Asks after each keystroke: one question at a time, and of those typed meanwhile only the last. */
export function usePreview(cluster: string, text: string, ask: Ask = askPreview): Tried {
  const [tried, setTried] = useState<Tried>({ answer: null, problem: null, text: null });
  const line = useRef<{ wanted: PreviewRequest | null; stop: AbortController | null }>({ wanted: null, stop: null });
  const last = useRef<PreviewRequest>({ cluster, text });
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
    last.current = { cluster, text };
    want();
    const timer = setInterval(() => document.visibilityState === "visible" && want(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [cluster, text, ask]);
  useEffect(() => {
    const waiting = line.current;
    return () => waiting.stop?.abort();
  }, []);
  return tried;
}
