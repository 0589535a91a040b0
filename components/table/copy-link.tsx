"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { useNow } from "@/lib/client/clock";
import { usePast } from "@/lib/client/past";
import { withAt } from "@/lib/contract/past";

/** Copies the address of what is shown, filters and all; or the same frozen at this moment, so that whoever opens it sees what is seen now. */
export function CopyLink() {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  const now = useNow();
  const path = `${pathname}${search === "" ? "" : `?${search}`}`;
  return (
    <>
      <CopyButton text={`${origin}${path}`} label="Copy link" wordy />
      {usePast() === null && <CopyButton text={`${origin}${withAt(path, now)}`} label="Copy link to this moment" wordy />}
    </>
  );
}
