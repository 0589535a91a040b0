"use client";

import { useState } from "react";
import { useSelectedRows } from "@/components/table/selected-rows";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLoaded } from "@/components/ui/use-loaded";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { groupSelectedEntries, type SelectionByGroup } from "@/lib/domain/entry/planned-groups";
import { plural } from "@/lib/format/text/numbers";
import { tooManyGroupsWords } from "@/lib/format/too-many-words";

/** Loaded by whoever may choose machines, once the page is settled. */
const load = () => import("./plan-form");

/** So many groups are written at once. */
const MOST_GROUPS = 50;

/** Marks the machines that are chosen in a list as planned to go, at their groups. */
export function PlanSeveral({ offered }: { readonly offered: readonly ObjectCommandName[] }) {
  const selected = useSelectedRows();
  const [asked, setAsked] = useState<{ readonly count: number; readonly chosen: SelectionByGroup } | null>(null);
  const close = () => setAsked(null);
  const form = useLoaded(load, asked !== null, close);
  if (selected === null || !offered.includes("plan-leaves")) return null;
  const count = selected.rows.size;
  const chosen = groupSelectedEntries([...selected.rows.values()]);
  const isTooMany = chosen.groups.length > MOST_GROUPS;
  return (
    <>
      {count > 0 && (
        <Button aria-disabled={isTooMany} onClick={() => !isTooMany && setAsked({ count, chosen })}>
          Plan {plural(count, "machine")} to go
        </Button>
      )}
      {isTooMany && <span className="text-warn">{tooManyGroupsWords({ most: MOST_GROUPS })}</span>}
      <Dialog open={asked !== null && form !== null} onClose={close} title={`${plural(asked?.count ?? 0, "machine")} planned to go`}>
        {asked !== null && form !== null && <form.PlanForm chosen={asked.chosen} onDone={close} />}
      </Dialog>
    </>
  );
}
