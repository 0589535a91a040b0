"use client";

import { usePathname } from "next/navigation";
import { Link } from "@/lib/client/page-link";
import { usePast } from "@/lib/client/past";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { pagePaths } from "@/lib/contract/url/paths";

/** The way to a new group, where the server writes at all; who lacks a right learns at the first step which. Nothing is made in the past. */
export function NewGroupLink({ offered }: { readonly offered: readonly ObjectCommandName[] }) {
  const path = usePathname() ?? "";
  const isOpen = path.startsWith(pagePaths.newGroup("ready"));
  const past = usePast();
  // Whoever is on call is offered nothing that changes anything.
  if (past !== null || path === pagePaths.onCall() || !offered.some((name) => name.startsWith("create-"))) return null;
  return (
    <Link
      prefetch={false}
      href={pagePaths.newGroup("ready")}
      aria-current={isOpen ? "page" : undefined}
      className="flex h-7 items-center rounded-control px-2 text-ink-2 hover:bg-hover hover:no-underline aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink max-desk:h-11 forced-colors:aria-[current]:underline"
    >
      New group
    </Link>
  );
}
