"use client";

import { Button } from "@/components/ui/button";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { ClusterPicker } from "./cluster-picker";
import { FreshnessLine } from "./freshness-line";
import { NamespacePicker } from "./namespace-picker";
import { SearchBox } from "./search-box";
import { preloadTime, useShellDialogs } from "./shell-dialogs";
import { ZoneSwitch } from "./zone-switch";

/** Scope, search, time and freshness, visible on every page. A phone has the cluster and the freshness only. */
export function TopBar({ head }: { readonly head: ShellHead | null }) {
  const { open } = useShellDialogs();
  return (
    <header className="sticky top-0 z-20 flex h-bar items-center gap-2.5 border-b border-line bg-paper px-page max-desk:gap-2">
      <ClusterPicker head={head} />
      <NamespacePicker head={head} />
      <SearchBox />
      <Button aria-keyshortcuts="t" onClick={() => open("time")} onPointerEnter={preloadTime} className="ml-auto font-normal text-ink-2 max-desk:hidden">
        Go to time
      </Button>
      <ZoneSwitch />
      <FreshnessLine />
    </header>
  );
}
