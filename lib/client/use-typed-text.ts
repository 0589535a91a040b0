"use client";

import { useState, useSyncExternalStore } from "react";
import { dropTexts, followTexts, keepText, keptText } from "./kept-texts";
import { type TypedIn, typedKey } from "./typed-texts";
import { useViewer } from "./viewer";

/** What stands in a field, and what was typed into it as this browser keeps it for its viewer. */
export interface TypedText {
  readonly text: string;
  /** Keeps every change at once. What stands there when nothing is typed is not kept. */
  type(text: string): void;
  /** Keeps it no longer, but for what was typed since this was drawn. While its form is open, the field still shows it. */
  forget(): void;
}

/**
 * The text of a field that is there again when the form of the same object is opened anew: after a sign-in that ended, lost rights, or a page loaded
 * anew. It is forgotten once what was typed is done, by the form's own button that cancels or closes it, and with the sign-out. Escape and a click beside
 * the form only close it: both happen by mistake. What is typed to confirm a deletion and a pasted token are not for this: they must not outlast their form.
 * `shown`: what stands in the field while nothing is typed.
 */
export function useTypedText(where: TypedIn, shown = ""): TypedText {
  const { id: viewer } = useViewer();
  const key = typedKey(viewer, where);
  const [last, setLast] = useState({ key, text: null as string | null });
  const kept = useSyncExternalStore(
    followTexts,
    () => keptText(key),
    () => null,
  );
  const text = kept ?? (last.key === key ? last.text : null) ?? shown;
  const type = (typed: string) => {
    setLast({ key, text: null });
    if (typed === shown) dropTexts([key]);
    else keepText(key, typed);
  };
  const forget = () => {
    const now = keptText(key);
    // An answer may come after the form was opened anew, or while another tab has it open.
    if (now !== null && now !== text) return;
    setLast({ key, text });
    dropTexts([key]);
  };
  return { text, type, forget };
}
