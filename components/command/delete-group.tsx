"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { useView } from "@/lib/client/use-view";
import type { DeleteShownProps } from "./delete-entry";
import { DeleteObject } from "./delete-object";

/** Deletes the group that the page shows, of the version that it shows. */
export function DeleteGroup({ query, initial, offered }: DeleteShownProps<"group">) {
  const { state } = useView("group", query, NO_ROWS, initial);
  const { row = null, detail = null } = state?.head ?? {};
  if (row === null || detail === null || detail.uid === "") return null;
  const { uid, resourceVersion, managedBy } = detail;
  return <DeleteObject object={{ ...row, uid, resourceVersion, managedBy }} name="delete-workloadgroup" offered={offered} />;
}
