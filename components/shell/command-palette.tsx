"use client";

import { Suspense, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { useLoadLater } from "@/components/ui/use-load-later";
import type { ShellHead } from "@/lib/contract/views/fleet";
import type { DialogName } from "./dialog-for-key";
import type { PageGroup } from "./page-links";
import { PALETTE_FIELD_PROPS } from "./palette-field";

interface CommandPaletteProps {
  readonly open: boolean;
  /** The initial text of the field. */
  readonly start: string;
  readonly head: ShellHead | null;
  readonly groups: readonly PageGroup[];
  readonly onClose: () => void;
  /** Opens another dialog of the frame. */
  readonly onOpen: (dialog: DialogName) => void;
}

const load = partLoader(() => import("./palette-list"));
const PaletteList = lazyPart(load, (loaded) => loaded.PaletteList);

/** Dialog with one search field for machines, groups, namespaces, pages and commands. */
export function CommandPalette({ open, ...rest }: CommandPaletteProps) {
  useLoadLater(load);
  return (
    <Dialog open={open} onClose={rest.onClose} title="Search and commands" bare className="mt-[12vh] max-desk:mt-3">
      <Palette {...rest} />
    </Dialog>
  );
}

/** The user can type before the list is loaded. The text is then passed to the loaded field. */
function Palette({ start, ...rest }: Omit<CommandPaletteProps, "open">) {
  const [text, setText] = useState(start);
  const field = <input {...PALETTE_FIELD_PROPS} aria-label="Search and commands" value={text} onChange={(event) => setText(event.target.value)} />;
  return (
    <Suspense fallback={field}>
      <PaletteList text={text} onText={setText} {...rest} />
    </Suspense>
  );
}
