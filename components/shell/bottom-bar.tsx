"use client";

import { usePathname } from "next/navigation";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { Link } from "@/lib/client/page-link";
import { useKeptRouter } from "@/lib/client/past";
import { type PageLink, pageLinks } from "./page-links";
import { useShellDialogs } from "./shell-dialogs";
import { usePickedScope } from "./use-picked-scope";

/** So many pages have room beside each other on a phone. */
const ROOM = 4;
const PLACE = "grid h-14 min-w-14 place-items-center -outline-offset-2 hover:no-underline aria-[current]:font-semibold aria-[current]:text-ink";

/** The pages, under the thumb on a phone: the first few, and the others in a menu. */
export function BottomBar() {
  const { picked } = usePickedScope();
  const { open } = useShellDialogs();
  const links = pageLinks(usePathname(), picked);
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-20 flex justify-around border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] text-xs text-ink-2 desk:hidden"
    >
      {links.slice(0, ROOM).map(({ word, href, current }) => (
        <Link prefetch={false} key={word} href={href} aria-current={current ? "page" : undefined} className={PLACE}>
          {word}
        </Link>
      ))}
      <MorePages links={links.slice(ROOM)} />
      <button type="button" onClick={() => open("palette")} className="h-14 min-w-14 -outline-offset-2">
        Search
      </button>
    </nav>
  );
}

function MorePages({ links }: { readonly links: readonly PageLink[] }) {
  const router = useKeptRouter();
  const current = links.find((link) => link.current);
  return (
    <Menu>
      <MenuTrigger asChild>
        <button type="button" aria-current={current === undefined ? undefined : "page"} className={PLACE}>
          {current?.word ?? "More"}
        </button>
      </MenuTrigger>
      <MenuContent align="end">
        {links.map(({ word, href }) => (
          <MenuItem key={word} onSelect={() => router.push(href)}>
            {word}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
