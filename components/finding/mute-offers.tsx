"use client";

import { createContext, type ReactNode, useContext } from "react";
import { MUTE_COMMANDS, type MutableObject } from "@/lib/client/change-mutes";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { FindingRow } from "@/lib/contract/views/findings";
import { muteAnnotationTargetOf } from "@/lib/domain/findings/mutable-object";

const Offered = createContext<readonly ObjectCommandName[]>([]);

/** Tells the findings within which commands the viewer is offered; none on a server that only reads. */
export function MuteOffers({ offered, children }: { readonly offered: readonly ObjectCommandName[]; readonly children: ReactNode }) {
  return <Offered value={offered}>{children}</Offered>;
}

/** The object on which a finding can be muted for everybody; null where that is not offered, or it is about no such object. */
export function useMutableObject(row: FindingRow | null): MutableObject | null {
  const offered = useContext(Offered);
  const object = row === null ? null : muteAnnotationTargetOf(row);
  if (row === null || object === null || !offered.includes(MUTE_COMMANDS[object.resource])) return null;
  return { ...object, cluster: row.cluster };
}
