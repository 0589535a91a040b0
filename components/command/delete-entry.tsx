"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { useView } from "@/lib/client/use-view";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { DeleteObject } from "./delete-object";

export interface DeleteShownProps<Kind extends "entry" | "group"> {
  /** The query of the page's view, and what the server painted of it. */
  readonly query: string;
  readonly initial: ViewStateOf<Kind> | null;
  /** The commands that the viewer is offered; none on a server that only reads. */
  readonly offered: readonly ObjectCommandName[];
}

/** Deletes the entry that the page shows, of the version that it shows. */
export function DeleteEntry({ query, initial, offered }: DeleteShownProps<"entry">) {
  const { state } = useView("entry", query, NO_ROWS, initial);
  const { row = null, detail = null } = state?.head ?? {};
  if (row === null || detail === null) return null;
  const { resourceVersion, managedBy } = detail;
  return <DeleteObject object={{ ...row, resourceVersion, managedBy }} name="delete-workloadentry" offered={offered} />;
}
