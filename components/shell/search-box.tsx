"use client";

import { Glyph } from "@/components/ui/glyph";
import { Kbd } from "@/components/ui/kbd";
import { useShellDialogs } from "./shell-dialogs";

/** A button that looks like a search field and opens the palette, like the key "/". */
export function SearchBox() {
  const { open } = useShellDialogs();
  return (
    <button
      type="button"
      aria-keyshortcuts="/ Control+K"
      onClick={() => open("palette")}
      className="@container flex h-7 min-w-18 max-w-[420px] flex-1 items-center gap-2 rounded-control border border-line-2 bg-raised px-2.5 text-s text-ink-2 hover:bg-hover max-desk:hidden"
    >
      <Glyph name="find" />
      {/* Only for screen readers if there is no room, for example at high zoom. */}
      <span className="sr-only @min-[9rem]:not-sr-only @min-[9rem]:truncate">Find a machine, group, address, host</span>
      <span className="ml-auto" aria-hidden="true">
        <Kbd>/</Kbd>
      </span>
    </button>
  );
}
