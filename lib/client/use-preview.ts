"use client";

import { useEffect, useRef, useState } from "react";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import type { PreviewAnswer, PreviewRequest } from "@/lib/contract/answers/preview";
import type { MeshMode } from "@/lib/domain/selection/host-endpoint";
import type { Asked } from "./ask";
import { askPreview } from "./ask-preview";
import { useWithdrawnWords } from "./withdrawn";

/** The fleet moves while one looks at a try: it is asked for again so often while the page is visible. Milliseconds. */
const AGAIN_MS = 5_000;

/** What a document would change, as last answered, with the text that it was answered for. */
export interface Tried {
  readonly answer: PreviewAnswer | null;
  /** Why there is no newer answer; null = nothing wrong. */
  readonly problem: string | null;
  readonly text: string | null;
}

const NOT_TRIED: Tried = { answer: null, problem: null, text: null };

/** How a document is tried. */
export interface TryOptions {
  readonly mode: MeshMode;
  /** The object in whose place it would be; null = that stays. */
  readonly instead: string | null;
  /** Where an object goes that names no namespace; null = as kubectl does it without a word. */
  readonly namespace: string | null;
  /** A group as YAML that is made with the object, and whose machines are tried too; null = there is none. */
  readonly newGroup: string | null;
}

/** How an object of a draft is tried. Who takes whom is told by the rules of sidecars: a new machine has one. `newGroup`: is the draft's group made with it? */
export function triedInDraft({ namespace, group }: Pick<GroupDraft, "namespace" | "group">, { newGroup = false } = {}): TryOptions {
  return { mode: "sidecar", instead: null, namespace, newGroup: newGroup ? group : null };
}

type Ask = (request: PreviewRequest, signal: AbortSignal) => Promise<Asked<PreviewAnswer>>;

/** Asks after each keystroke: one question at a time, and of those typed meanwhile only the last. */
export function usePreview(cluster: string, text: string, { mode, instead, namespace, newGroup }: TryOptions, ask: Ask = askPreview): Tried {
  const [tried, setTried] = useState(NOT_TRIED);
  const line = useRef<{ wanted: PreviewRequest | null; stop: AbortController | null }>({ wanted: null, stop: null });
  const last = useRef<PreviewRequest>(requestOf(cluster, text, { mode, instead, namespace, newGroup }));
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
    last.current = requestOf(cluster, text, { mode, instead, namespace, newGroup });
    want();
    const timer = setInterval(() => document.visibilityState === "visible" && want(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [cluster, text, mode, instead, namespace, newGroup, ask]);
  useEffect(() => {
    const waiting = line.current;
    return () => waiting.stop?.abort();
  }, []);
  const isWithdrawn = useWithdrawnWords() !== null;
  if (isWithdrawn && tried !== NOT_TRIED) setTried(NOT_TRIED);
  return isWithdrawn ? NOT_TRIED : tried;
}

/** What is as usual is left out. */
function requestOf(cluster: string, text: string, { mode, instead, namespace, newGroup }: TryOptions): PreviewRequest {
  return {
    ...{ cluster, text },
    ...(mode === "ambient" && { mode }),
    ...(instead !== null && { instead }),
    ...(namespace !== null && { namespace }),
    ...(newGroup !== null && { newGroup }),
  };
}
