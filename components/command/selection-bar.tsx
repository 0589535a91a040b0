"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useSelectedRows } from "@/components/table/selected-rows";
import { Button } from "@/components/ui/button";
import { formatNumber, plural } from "@/lib/format/text/numbers";

const BAR = { shown: "flex max-desk:hidden", empty: "contents" } as const;

/** What can be done with the entries that are chosen in a list; nothing while none is. */
export function SelectionBar({ children }: { readonly children: ReactNode }) {
  const selected = useSelectedRows();
  if (selected === null) return null;
  const count = selected.rows.size;
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && `${plural(count, "entry", "entries")} selected`}
      </p>
      {/* A dialog that empties the selection stays open: what is within is there, if hidden. */}
      <div
        className={clsx(
          "sticky top-bar z-2 mb-1 flex-wrap items-center gap-2 border-b border-line bg-paper py-1.5 text-s text-ink-2",
          BAR[count > 0 ? "shown" : "empty"],
        )}
      >
        {count > 0 && <span>{formatNumber(count)} selected</span>}
        {children}
        {count > 0 && (
          <Button look="quiet" onClick={selected.clear}>
            Clear the selection
          </Button>
        )}
      </div>
    </>
  );
}
