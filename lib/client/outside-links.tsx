"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { OutsideLink } from "@/lib/contract/url/outside-links";

const Links = createContext<readonly OutsideLink[]>([]);

/** Tells everything below it which pages elsewhere are linked to. */
export function OutsideLinksProvider({ links, children }: { readonly links: readonly OutsideLink[]; readonly children: ReactNode }) {
  return <Links value={links}>{children}</Links>;
}

export function useOutsideLinks(): readonly OutsideLink[] {
  return useContext(Links);
}
