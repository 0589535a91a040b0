"use client";

import { useState } from "react";
import { useSelectedRows } from "@/components/table/selected-rows";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLoaded } from "@/components/ui/use-loaded";
import { MAX_BULK_DELETION } from "@/lib/contract/answers/deletion";
import { plural } from "@/lib/format/text/numbers";
import { tooManyEntriesWords } from "@/lib/format/too-many-words";

/** Loaded by whoever may choose entries, once the page is settled. */
const load = () => import("./delete-several-form");

/** Deletes the entries that are chosen in a list, after telling what goes with all of them. */
export function DeleteSeveral() {
  const selected = useSelectedRows();
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const close = () => setAsked(null);
  const form = useLoaded(load, asked !== null, close);
  if (selected === null) return null;
  const count = selected.rows.size;
  return (
    <>
      {count > 0 && (
        <Button aria-disabled={count > MAX_BULK_DELETION} onClick={() => count <= MAX_BULK_DELETION && setAsked([...selected.rows.keys()])}>
          Delete {plural(count, "entry", "entries")}
        </Button>
      )}
      {count > MAX_BULK_DELETION && <span className="text-warn">{tooManyEntriesWords({ most: MAX_BULK_DELETION })}</span>}
      <Dialog open={asked !== null && form !== null} onClose={close} title={`Delete ${plural(asked?.length ?? 0, "entry", "entries")}`}>
        {asked !== null && form !== null && <form.DeleteSeveralForm ids={asked} onGone={selected.leaveOut} onDone={close} />}
      </Dialog>
    </>
  );
}
