"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { ExternalLink } from "@/lib/contract/url/external-links";

const Links = createContext<readonly ExternalLink[]>([]);

/** Tells everything below it which pages elsewhere are linked to. */
export function OutsideLinksProvider({ links, children }: { readonly links: readonly ExternalLink[]; readonly children: ReactNode }) {
  return <Links value={links}>{children}</Links>;
}

export function useOutsideLinks(): readonly ExternalLink[] {
  return useContext(Links);
}
