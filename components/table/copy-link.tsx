"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";

/** Copies the address of what is shown, filters and all. */
export function CopyLink() {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  return <CopyButton text={`${origin}${pathname}${search === "" ? "" : `?${search}`}`} label="Copy link" wordy />;
}
