"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { isWall } from "@/lib/contract/url/paths";

/** Is the page shown on a wall, where nobody touches it? */
export function useIsWall(): boolean {
  return isWall(usePathname() ?? "", useSearchParams());
}
