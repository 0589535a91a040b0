import type { ReactNode } from "react";
import type { Column } from "@/components/table/column";
import { RowPlaceProvider } from "@/components/table/row-place";
import type { GroupRow } from "@/lib/contract/views/groups";

/** The column with a menu of actions for a group; empty if the WorkloadGroup does not exist. */
export function groupActionsColumn(actions: ReactNode): Column<GroupRow> {
  return {
    key: "actions",
    head: "actions",
    unheaded: true,
    shown: "always",
    align: "end",
    room: "desk",
    cell: (row) => row.exists && row.name !== "" && <RowPlaceProvider value={row}>{actions}</RowPlaceProvider>,
  };
}
