"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { EditBegun } from "@/lib/client/begin-edit";
import type { EditedObject } from "@/lib/client/edit-drafts";
import { useViewer } from "@/lib/client/viewer";
import { EDIT_COMMANDS } from "./edit-commands";

interface EditButtonProps {
  readonly object: EditedObject;
  /** Called with the reason why it cannot be edited; "" = it can. */
  readonly onBegun: (begun: EditBegun) => void;
}

/** Begins an edit of what the object says now, for whoever has the right; others learn which verb is missing. */
export function EditButton({ object, onBegun }: EditButtonProps) {
  const { id: viewer } = useViewer();
  const [isBusy, setBusy] = useState(false);
  const begin = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const { beginEdit } = await import("@/lib/client/begin-edit");
      onBegun(await beginEdit(viewer, object, EDIT_COMMANDS[object.resource]));
    } catch {
      onBegun({ problem: "The editor could not be loaded. Try again." });
    }
    setBusy(false);
  };
  return (
    <Button onClick={() => void begin()} aria-disabled={isBusy}>
      Edit
    </Button>
  );
}
