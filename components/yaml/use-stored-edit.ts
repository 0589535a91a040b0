"use client";

import { useMemo, useSyncExternalStore } from "react";
import { type EditedObject, editOf, storedEdit } from "@/lib/client/edit-drafts";
import { followTexts } from "@/lib/client/kept-texts";
import { useViewer } from "@/lib/client/viewer";
import type { EditDraft } from "@/lib/contract/answers/drafts";

/** The edit of an object that this browser keeps for the viewer, in step with other tabs; null = there is none. */
export function useStoredEdit(object: EditedObject): EditDraft | null {
  const { id: viewer } = useViewer();
  const stored = useSyncExternalStore(
    followTexts,
    () => storedEdit(viewer, object),
    () => null,
  );
  return useMemo(() => editOf(stored), [stored]);
}
