"use client";

import { useCallback, useRef } from "react";
import type { DraftObject } from "@/lib/client/draft-objects";
import { refusalsAfter } from "@/lib/client/draft-refusals";
import type { FieldError } from "@/lib/domain/edit/field-errors";
import type { OpenDraft } from "./draft-page";

/** Keeps with a draft which fields of its objects were refused, so that its forms mark them. The callback stays the same while the group does. */
export function useRefusals({ draft: { group, refusals }, change }: OpenDraft): (object: DraftObject, causes: readonly FieldError[]) => void {
  const held = useRef(refusals ?? []);
  return useCallback(
    (object, causes) => {
      const after = refusalsAfter({ refusals: held.current, group }, object, causes);
      if (after.length === 0 && held.current.length === 0) return;
      held.current = after;
      change({ refusals: after });
    },
    [group, change],
  );
}
