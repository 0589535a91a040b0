"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

/** The dialogs that actions in the menu of a page open, by name. */
type MenuDialogName = "delete" | "drain" | "plan";

interface MenuDialogs {
  readonly open: MenuDialogName | null;
  readonly setOpen: (name: MenuDialogName | null) => void;
}

const Dialogs = createContext<MenuDialogs | null>(null);

/** Connects the menu of a page with its dialogs, which are in other rooms. At most one is open. */
export function MenuDialogsProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState<MenuDialogName | null>(null);
  const value = useMemo(() => ({ open, setOpen }), [open]);
  return <Dialogs value={value}>{children}</Dialogs>;
}

/** One dialog of the menu of the page. Null on a page whose menu opens no dialogs. */
export function useMenuDialog(name: MenuDialogName): { readonly isOpen: boolean; readonly open: () => void; readonly close: () => void } | null {
  const dialogs = useContext(Dialogs);
  return dialogs && { isOpen: dialogs.open === name, open: () => dialogs.setOpen(name), close: () => dialogs.setOpen(null) };
}
