"use client";

import { buttonClass } from "@/components/ui/button";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { Popover, PopoverContent, PopoverTrigger, popoverWith } from "@/components/ui/popover";

const loadLists = partLoader(() => import("./view-lists"));
const load = popoverWith(loadLists);
const ViewLists = lazyPart(loadLists, (loaded) => loaded.ViewLists);

/** Views under a name: those that this browser keeps, those of the team, and a way to keep the one that is shown. */
export function SavedViews() {
  return (
    <Popover load={load}>
      <PopoverTrigger className={buttonClass()}>Views</PopoverTrigger>
      <PopoverContent align="end" aria-label="Views">
        <ViewLists />
      </PopoverContent>
    </Popover>
  );
}
