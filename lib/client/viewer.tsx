"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { PageViewer } from "@/lib/contract/answers/session";

const Viewer = createContext<PageViewer>({ signIn: "local", name: null, id: "", mayWrite: false });

/** Tells everything below it for whom the page was drawn. */
export function ViewerProvider({ viewer, children }: { readonly viewer: PageViewer; readonly children: ReactNode }) {
  return <Viewer value={viewer}>{children}</Viewer>;
}

/** Whoever the page was drawn for. */
export function useViewer(): PageViewer {
  return useContext(Viewer);
}
