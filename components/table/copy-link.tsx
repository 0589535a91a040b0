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
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const path = `${pathname}${search === "" ? "" : `?${search}`}`;
  const past = usePast() !== null;
  return past ? <CopyButton text={() => absolute(path)} label="Copy link" wordy /> : <LiveOrFrozen path={path} />;
}

function LiveOrFrozen({ path }: { readonly path: string }) {
  const now = useNow();
  const { outcome, copy } = useCopy();
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button>
          <CopyMark outcome={outcome}>Copy link</CopyMark>
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onSelect={() => copy(absolute(path))}>to this page, live</MenuItem>
        <MenuItem onSelect={() => copy(absolute(hrefAtMoment(path, now)))}>to this moment, as it is now</MenuItem>
      </MenuContent>
    </Menu>
  );
}

function absolute(path: string): string {
  return `${window.location.origin}${path}`;
}
