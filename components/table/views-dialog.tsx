"use client";

import { Dialog } from "@/components/ui/dialog";
import { ViewLists } from "./view-lists";

/** The saved views of this browser and of the team, opened from the menu of a page. */
export function ViewsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Views" className="w-96">
      <div className="p-4">
        <ViewLists />
      </div>
    </Dialog>
  );
}
