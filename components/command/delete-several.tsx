"use client";

import { useState } from "react";
import { useSelectedRows } from "@/components/table/selected-rows";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { MOST_DELETED } from "@/lib/contract/impact";
import { formatCount, plural } from "@/lib/format/count";
import { tooManyWords } from "@/lib/format/write-words";
import { DeleteSeveralForm } from "./delete-several-form";

/** What can be done with the entries that are chosen in a list; nothing while none is. */
export function DeleteSeveral() {
  const selected = useSelectedRows();
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  if (selected === null) return null;
  const count = selected.ids.size;
  const close = () => setAsked(null);
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && `${plural(count, "entry", "entries")} selected`}
      </p>
      {count > 0 && (
        <div className="sticky top-bar z-2 mb-1 flex flex-wrap items-center gap-2 border-b border-line bg-paper py-1.5 text-s text-ink-2 max-desk:hidden">
          <span>{formatCount(count)} selected</span>
          <Button aria-disabled={count > MOST_DELETED} onClick={() => count <= MOST_DELETED && setAsked([...selected.ids])}>
            Delete {plural(count, "entry", "entries")}
          </Button>
          <Button look="quiet" onClick={selected.clear}>
            Clear the selection
          </Button>
          {count > MOST_DELETED && <span className="text-warn">{tooManyWords({ most: MOST_DELETED })}</span>}
        </div>
      )}
      <Dialog open={asked !== null} onClose={close} title={`Delete ${plural(asked?.length ?? 0, "entry", "entries")}`}>
        {asked !== null && <DeleteSeveralForm ids={asked} onGone={(ids) => selected.choose(ids, false)} onDone={close} />}
      </Dialog>
    </>
  );
}
