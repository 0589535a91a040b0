"use client";

import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import { draftOf, saveDraft, storedDraft } from "./drafts";
import { followTexts } from "./kept-texts";
import { useViewer } from "./viewer";

/** A draft of the viewer as this browser keeps it, in step with other tabs. */
export interface HeldDraft {
  /** Undefined until the browser was asked, null where it has none of this name. */
  readonly draft: GroupDraft | null | undefined;
  /** False where the browser stores nothing: what is typed lasts as long as the page. */
  readonly isStored: boolean;
  change(change: Partial<Omit<GroupDraft, "id">>): void;
}

/** Reads a draft and keeps every change of it at once: nothing that was typed waits to be saved. */
export function useDraft(id: string): HeldDraft {
  const { id: viewer } = useViewer();
  const [isStored, setStored] = useState(true);
  const stored = useSyncExternalStore(
    followTexts,
    () => storedDraft(viewer, id),
    () => undefined,
  );
  const draft = useMemo(() => (stored === undefined ? undefined : draftOf(stored)), [stored]);
  const change = useCallback(
    (changed: Partial<Omit<GroupDraft, "id">>) => {
      const now = draftOf(storedDraft(viewer, id));
      if (now !== null) setStored(saveDraft(viewer, { ...now, ...changed }));
    },
    [viewer, id],
  );
  return { draft, isStored, change };
}
