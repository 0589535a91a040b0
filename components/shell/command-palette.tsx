"use client";

import { Suspense, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { useLoadLater } from "@/components/ui/use-load-later";
import type { ShellHead } from "@/lib/contract/views/fleet";
import type { PageGroup } from "./page-links";
import { PALETTE_FIELD } from "./palette-field";
import type { DialogName } from "./shortcut";

interface CommandPaletteProps {
  readonly open: boolean;
  /** What stands in the field at first. */
  readonly start: string;
  readonly head: ShellHead | null;
  readonly groups: readonly PageGroup[];
  readonly onClose: () => void;
  /** Opens another dialog of the frame. */
  readonly onOpen: (dialog: DialogName) => void;
}

const load = partLoader(() => import("./palette-list"));
const PaletteList = lazyPart(load, (loaded) => loaded.PaletteList);

/** Finds anything and goes anywhere: machines, groups and namespaces by name, pages and settings by word. */
export function CommandPalette({ open, ...rest }: CommandPaletteProps) {
  useLoadLater(load);
  return (
    <Dialog open={open} onClose={rest.onClose} title="Search and commands" bare className="mt-[12vh] max-desk:mt-3">
      <Palette {...rest} />
    </Dialog>
  );
}

/** One may type before the list is loaded: the field is there at once, and its text goes over. */
function Palette({ start, ...rest }: Omit<CommandPaletteProps, "open">) {
  const [text, setText] = useState(start);
  const field = <input {...PALETTE_FIELD} aria-label="Search and commands" value={text} onChange={(event) => setText(event.target.value)} />;
  return (
    <Suspense fallback={field}>
      <PaletteList text={text} onText={setText} {...rest} />
    </Suspense>
  );
}
