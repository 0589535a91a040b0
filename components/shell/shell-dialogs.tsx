"use client";

import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from "react";
import { useLoadLater } from "@/components/ui/use-load-later";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { CommandPalette } from "./command-palette";
import { shortcutOf } from "./shortcut";

const loadHelp = () => import("./help-sheet");
const HelpSheet = lazy(() => loadHelp().then((loaded) => ({ default: loaded.HelpSheet })));

type DialogName = "palette" | "commands" | "help";

interface ShellDialogsValue {
  readonly open: (dialog: DialogName) => void;
}

const Context = createContext<ShellDialogsValue>({ open: () => undefined });

/** Opens the palette or the help sheet from anywhere in the frame. */
export function useShellDialogs(): ShellDialogsValue {
  return useContext(Context);
}

/** Holds the dialogs of the frame and the keys that open them. */
export function ShellDialogs({ head, children }: { readonly head: ShellHead | null; readonly children: ReactNode }) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const value = useMemo(() => ({ open: setDialog }), []);
  useLoadLater(loadHelp);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted = shortcutOf(event);
      if (wanted === null) return;
      event.preventDefault();
      setDialog(wanted);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const close = () => setDialog(null);
  return (
    <Context value={value}>
      {children}
      <CommandPalette
        open={dialog === "palette" || dialog === "commands"}
        start={dialog === "commands" ? ":" : ""}
        head={head}
        onClose={close}
        onHelp={() => setDialog("help")}
      />
      <Suspense>{dialog === "help" && <HelpSheet open onClose={close} />}</Suspense>
    </Context>
  );
}
