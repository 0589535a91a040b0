"use client";

import { useState } from "react";
import { NO_ROWS } from "@/components/table/first-window";
import { useSelectedRows } from "@/components/table/selected-rows";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useView } from "@/lib/client/use-view";
import type { GroupHead } from "@/lib/contract/heads";
import { typedView } from "@/lib/contract/typed-view";
import { plural } from "@/lib/format/count";
import type { DeleteShownProps } from "./delete-entry";
import { PlanForm } from "./plan-form";

/** Marks the machines of a group that are chosen in its list as planned to go. */
export function PlanSeveral({ query, initial, offered }: DeleteShownProps) {
  const { state } = useView<GroupHead, { readonly id: string }>("group", query, NO_ROWS, typedView(initial));
  const selected = useSelectedRows();
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const { row = null, detail = null } = state?.head ?? {};
  if (selected === null || row === null || detail === null || detail.uid === "" || detail.planned === null) return null;
  if (!offered.includes("plan-leaves")) return null;
  const names = [...selected.names.values()];
  const { uid, resourceVersion, managedBy, planned } = detail;
  const group = { cluster: row.cluster, namespace: row.namespace, name: row.name, uid, resourceVersion, managedBy };
  const marks = planned.map(({ entry, by, reason }) => ({ entry, by, reason }));
  return (
    <>
      {names.length > 0 && <Button onClick={() => setAsked(names)}>Plan {plural(names.length, "machine")} to go</Button>}
      <Dialog open={asked !== null} onClose={() => setAsked(null)} title={`${plural(asked?.length ?? 0, "machine")} planned to go`}>
        {asked !== null && <PlanForm group={group} planned={marks} entries={asked} onDone={() => setAsked(null)} />}
      </Dialog>
    </>
  );
}
