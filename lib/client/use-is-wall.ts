"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { isWallDisplay } from "@/lib/contract/url/paths";

/** Is the page shown on a wall, where nobody touches it? */
export function useIsWall(): boolean {
  return isWallDisplay(usePathname() ?? "", useSearchParams());
}
