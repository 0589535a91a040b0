"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type NameParts, NO_AFFIXES, sharedAffixes, splitSharedAffixes } from "@/lib/domain/object/shared-affixes";

const Affixes = createContext(NO_AFFIXES);

/** Lets the names of a list leave out what all of them share. */
export function SharedNames({ rows, children }: { readonly rows: readonly { readonly name: string }[]; readonly children: ReactNode }) {
  const { prefix, suffix } = sharedAffixes(rows.map(({ name }) => name));
  const value = useMemo(() => ({ prefix, suffix }), [prefix, suffix]);
  return <Affixes value={value}>{children}</Affixes>;
}

/** A name as a row of the list around it shows it: in its parts. */
export function useNameParts(name: string): NameParts {
  return splitSharedAffixes(name, useContext(Affixes));
}
