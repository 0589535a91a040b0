"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { useView } from "@/lib/client/use-view";
import type { DeleteShownProps } from "./delete-entry";
import { DrainAgain } from "./drain-again";

/** The drain that the entry of a page has lost; nothing for most. */
export function LostDrainOfEntry({ query, initial, offered }: DeleteShownProps<"entry">) {
  const { state } = useView("entry", query, NO_ROWS, initial);
  const { row = null, detail = null } = state?.head ?? {};
  if (row === null || detail === null || detail.lostDrain === null) return null;
  return <DrainAgain cluster={row.cluster} namespace={row.namespace} lost={detail.lostDrain} offered={offered} />;
}

/** The drains that machines of a group have lost, each with its own offer. */
export function LostDrainsOfGroup({ query, initial, offered }: DeleteShownProps<"group">) {
  const { state } = useView("group", query, NO_ROWS, initial);
  const { row = null, detail = null } = state?.head ?? {};
  if (row === null || detail === null) return null;
  return detail.lostDrains.map((lost) => <DrainAgain key={lost.uid} cluster={row.cluster} namespace={row.namespace} lost={lost} offered={offered} />);
}
