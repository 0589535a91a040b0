"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { CopyMark } from "@/components/ui/copy-mark";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { useCopy } from "@/components/ui/use-copy";
import { useNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { hrefAtMoment } from "@/lib/contract/url/history-window";

/** Copies the address of what is shown, filters and all; or the same frozen at this moment, so that whoever opens it sees what is seen now. */
export function CopyLink() {
  const past = usePast() !== null;
  return past ? <CopyPast /> : <LiveOrFrozen />;
}

function CopyPast() {
  return <CopyButton text={usePageAddress().live} label="Copy link" wordy />;
}

function LiveOrFrozen() {
  const { live, frozen } = usePageAddress();
  const { outcome, copy } = useCopy();
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button>
          <CopyMark outcome={outcome}>Copy link</CopyMark>
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onSelect={() => copy(live())}>to this page, live</MenuItem>
        <MenuItem onSelect={() => frozen !== null && copy(frozen())}>to this moment, as it is now</MenuItem>
      </MenuContent>
    </Menu>
  );
}

interface PageAddress {
  /** Returns the address of the page, with its filters. */
  readonly live: () => string;
  /** Returns the same at the present moment. Null = the page shows the past, so `live` has a moment already. */
  readonly frozen: (() => string) | null;
}

/** The absolute addresses of the page for other people. */
export function usePageAddress(): PageAddress {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const path = `${pathname}${search === "" ? "" : `?${search}`}`;
  const now = useNow();
  const isPast = usePast() !== null;
  return { live: () => absolute(path), frozen: isPast ? null : () => absolute(hrefAtMoment(path, now)) };
}

function absolute(path: string): string {
  return `${window.location.origin}${path}`;
}
