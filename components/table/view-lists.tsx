"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { Button } from "@/components/ui/button";
import { removeView } from "@/lib/client/saved-views";
import { useSavedViews } from "@/lib/client/use-saved-views";
import { useViewer } from "@/lib/client/viewer";
import { KeepView } from "./keep-view";
import { TeamViewList } from "./team-view-list";
import { ViewLink } from "./view-link";

/** The views that this browser keeps, a form to keep the one that is shown, and those of the team. */
export function ViewLists() {
  const { id } = useViewer();
  const search = useSearchParams().toString();
  const pathname = usePathname();
  const address = search === "" ? pathname : `${pathname}?${search}`;
  const views = useSavedViews();
  return (
    <>
      <h2 className="text-s font-semibold">Kept in this browser</h2>
      {views.length === 0 && <p className="mt-1 text-ink-3">None.</p>}
      <ul>
        {views.map(({ name, address: to }) => (
          <li key={name} className="flex items-center justify-between gap-2 border-b border-line">
            <ViewLink name={name} address={to} current={to === address} />
            <Button look="quiet" aria-label={`Remove the view ${name}`} onClick={() => removeView(id, name)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <KeepView address={address} />
      <TeamViewList address={address} />
    </>
  );
}
