"use client";

import { createContext, type ReactNode, useContext } from "react";
import { MUTE_COMMANDS, type MutableObject } from "@/lib/client/change-mutes";
import type { CommandName } from "@/lib/contract/commands";
import type { FindingRow } from "@/lib/contract/findings";

const Offered = createContext<readonly CommandName[]>([]);

/** Tells the findings within which commands the viewer is offered; none on a server that only reads. */
export function MuteOffers({ offered, children }: { readonly offered: readonly CommandName[]; readonly children: ReactNode }) {
  return <Offered value={offered}>{children}</Offered>;
}

const RESOURCES = { entry: "workloadentries", group: "workloadgroups" } as const;

/** The object on which a finding can be muted for everybody; null where that is not offered, or it is about no such object. */
export function useMutableObject(row: FindingRow | null): MutableObject | null {
  const offered = useContext(Offered);
  if (row === null || (row.subject !== "entry" && row.subject !== "group")) return null;
  const resource = RESOURCES[row.subject];
  const [object] = row.objects;
  if (object === undefined || !offered.includes(MUTE_COMMANDS[resource])) return null;
  return { resource, cluster: row.cluster, namespace: object.namespace, name: object.name };
}
