"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { useMenuDialog } from "@/components/table/menu-dialog";
import { Dialog } from "@/components/ui/dialog";
import { useLoaded } from "@/components/ui/use-loaded";
import { usePast } from "@/lib/client/past";
import { useView } from "@/lib/client/use-view";
import { groupSelectedEntries } from "@/lib/domain/entry/planned-groups";
import type { DeleteShownProps } from "./delete-entry";

/** Loaded for viewers who may plan leaves, once the page is settled. */
const load = () => import("./plan-form");

/** Plans the leave of the machine of a page. The menu of the page opens it. `offered`: the commands on its group. */
export function PlanEntry({ query, initial, offered }: DeleteShownProps<"entry">) {
  const past = usePast();
  const row = useView("entry", query, NO_ROWS, initial).state?.head.row ?? null;
  if (row === null || row.group === "" || past !== null || !offered.includes("plan-leaves")) return null;
  return <PlanDialog row={row} />;
}

function PlanDialog({ row }: { readonly row: Parameters<typeof groupSelectedEntries>[0][number] }) {
  const menu = useMenuDialog("plan");
  const close = () => menu?.close();
  const form = useLoaded(load, menu?.isOpen === true, close);
  if (menu === null || form === null) return null;
  return (
    <Dialog open={menu.isOpen} onClose={close} title={`Plan to leave: ${row.name}`}>
      <form.PlanForm chosen={groupSelectedEntries([row])} onDone={close} />
    </Dialog>
  );
}
