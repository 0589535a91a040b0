"use client";

import { createContext, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from "react";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { useLoadLater } from "@/components/ui/use-load-later";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { CommandPalette } from "./command-palette";
import { type DialogName, dialogForKey } from "./dialog-for-key";
import type { PageGroup } from "./page-links";

const loadHelp = partLoader(() => import("./keyboard-shortcuts"));
const KeyboardShortcuts = lazyPart(loadHelp, (loaded) => loaded.KeyboardShortcuts);
const loadTime = partLoader(() => import("./go-to-time-dialog"));
const GoToTimeDialog = lazyPart(loadTime, (loaded) => loaded.GoToTimeDialog);

/** Loads the dialog "Go to time" early, when the pointer reaches its button. After an error, opening it tries again. */
export function preloadGoToTime(): void {
  loadTime().catch(() => undefined);
}

interface ShellDialogsValue {
  readonly open: (dialog: DialogName) => void;
}

const Context = createContext<ShellDialogsValue>({ open: () => undefined });

/** Returns functions that open the dialogs of the frame. */
export function useShellDialogs(): ShellDialogsValue {
  return useContext(Context);
}

/** The initial text of the palette. */
const STARTS: Partial<Record<DialogName, string>> = { palette: "", commands: ":", namespaces: ":ns " };

interface ShellDialogsProps {
  readonly head: ShellHead | null;
  readonly groups: readonly PageGroup[];
  readonly children: ReactNode;
}

/** Provides the dialogs of the frame and their keyboard shortcuts to all pages. */
export function ShellDialogs({ head, groups, children }: ShellDialogsProps) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const value = useMemo(() => ({ open: setDialog }), []);
  useLoadLater(loadHelp);
  useLoadLater(loadTime);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted = dialogForKey(event);
      if (wanted === null) return;
      event.preventDefault();
      setDialog(wanted);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  const close = () => setDialog(null);
  const start = dialog === null ? undefined : STARTS[dialog];
  return (
    <Context value={value}>
      {children}
      <CommandPalette open={start !== undefined} start={start ?? ""} head={head} groups={groups} onClose={close} onOpen={setDialog} />
      <Suspense>
        {dialog === "help" && <KeyboardShortcuts open onClose={close} />}
        {dialog === "time" && <GoToTimeDialog onClose={close} />}
      </Suspense>
    </Context>
  );
}
