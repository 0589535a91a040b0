"use client";

import { usePathname } from "next/navigation";
import { Link } from "@/lib/client/page-link";
import { pageLinks } from "./page-links";
import { useShellDialogs } from "./shell-dialogs";
import { usePickedScope } from "./use-picked-scope";

/** The pages, under the thumb on a phone. */
export function BottomBar() {
  const { picked } = usePickedScope();
  const { open } = useShellDialogs();
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-20 flex justify-around border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] text-xs text-ink-2 desk:hidden"
    >
      {pageLinks(usePathname(), picked).map(({ word, href, current }) => (
        <Link
          prefetch={false}
          key={word}
          href={href}
          aria-current={current ? "page" : undefined}
          className="grid h-14 min-w-14 place-items-center -outline-offset-2 hover:no-underline aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {word}
        </Link>
      ))}
      <button type="button" onClick={() => open("palette")} className="h-14 min-w-14 -outline-offset-2">
        Search
      </button>
    </nav>
  );
}
