"use client";

import { clsx } from "clsx";
import { Button } from "@/components/ui/button";
import { Glyph } from "@/components/ui/glyph";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { Popover, PopoverContent, PopoverTrigger, popoverWith } from "@/components/ui/popover";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { usePickedScope } from "./use-picked-scope";

const loadList = partLoader(() => import("./namespace-list"));
const load = popoverWith(loadList);
const NamespaceList = lazyPart(loadList, (loaded) => loaded.NamespaceList);

/**
 * Filter by namespace. The selection is in the URL and stored in the browser. On a phone it is visible only with a selection; the menu "More" has the
 * list.
 */
export function NamespacePicker({ head }: { readonly head: ShellHead | null }) {
  const { namespaces } = usePickedScope().picked;
  return (
    <Popover load={load}>
      <PopoverTrigger asChild>
        <Button
          aria-label={`Namespaces: ${selectionLabel(namespaces, "namespaces")}`}
          className={clsx("min-w-0 shrink font-normal text-ink-2 max-desk:px-2 max-desk:[&_svg]:hidden", namespaces.length === 0 && "max-desk:hidden")}
        >
          <span className="max-w-44 truncate">{selectionLabel(namespaces, "namespaces")}</span>
          <Glyph name="chevron" />
        </Button>
      </PopoverTrigger>
      <PopoverContent className="w-72 p-1.5" aria-label="Namespaces">
        <NamespaceList head={head} />
        {head?.namespacesPartial === true && (
          <p className="border-t border-line px-2 pt-2 pb-1 text-s text-ink-2">
            Only the namespaces that this server was told of, or may see. There may be more.
          </p>
        )}
      </PopoverContent>
    </Popover>
  );
}

/** Returns the label of a selection: the only name, or the number of names. */
export function selectionLabel(names: readonly string[], noun: "namespaces" | "clusters"): string {
  return names.length > 1 ? `${names.length} ${noun}` : (names[0] ?? `all ${noun}`);
}
