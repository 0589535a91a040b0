"use client";

import { useRowPlace } from "@/components/table/row-place";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { CloneLink } from "./clone-link";

/** Begins a new group like the one of the row around. */
export function CloneRow({ offered }: { readonly offered: readonly ObjectCommandName[] }) {
  const place = useRowPlace();
  return place !== null && <CloneLink {...place} offered={offered} inRow />;
}
