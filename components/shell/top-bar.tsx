"use client";

import { Button } from "@/components/ui/button";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { ClusterPicker } from "./cluster-picker";
import { FreshnessButton } from "./freshness-button";
import { NamespacePicker } from "./namespace-picker";
import { SearchBox } from "./search-box";
import { preloadGoToTime, useShellDialogs } from "./shell-dialogs";
import { TimeZoneSwitch } from "./time-zone-switch";

/** The bar at the top of every page: scope, search, time and freshness. A phone has only cluster and freshness. */
export function TopBar({ head }: { readonly head: ShellHead | null }) {
  const { open } = useShellDialogs();
  return (
    <header className="sticky top-0 z-20 flex h-bar items-center gap-2.5 border-b border-line bg-paper px-page max-desk:gap-2">
      <ClusterPicker head={head} />
      <NamespacePicker head={head} />
      <SearchBox />
      <Button aria-keyshortcuts="t" onClick={() => open("time")} onPointerEnter={preloadGoToTime} className="ml-auto font-normal text-ink-2 max-desk:hidden">
        Go to time
      </Button>
      <TimeZoneSwitch />
      <FreshnessButton />
    </header>
  );
}
