"use client";

import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { Menu, MenuContent, MenuTrigger, menuLoaderWith } from "@/components/ui/menu";
import { Link } from "@/lib/client/page-link";
import type { ShellHead } from "@/lib/contract/views/fleet";
import type { PageGroup } from "./page-links";
import { useShellDialogs } from "./shell-dialogs";

const loadMore = partLoader(() => import("./more-menu-items"));
const load = menuLoaderWith(loadMore);
const MoreMenuItems = lazyPart(loadMore, (loaded) => loaded.MoreMenuItems);

/** Pages with a link in the bar. All others are in the menu "More". */
const FIRST: readonly string[] = ["Fleet", "Groups", "Entries"];
const PLACE = "grid h-14 min-w-14 place-items-center -outline-offset-2 hover:no-underline aria-[current]:font-semibold aria-[current]:text-ink";

interface BottomBarProps {
  readonly groups: readonly PageGroup[];
  readonly head: ShellHead | null;
}

/** The navigation at the bottom of a phone screen: three pages, search, and the menu "More". */
export function BottomBar({ groups, head }: BottomBarProps) {
  const { open } = useShellDialogs();
  const links = groups.flatMap((group) => group.links);
  const isOther = links.some(({ word, current }) => current && !FIRST.includes(word));
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-20 flex justify-around border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] text-xs text-ink-2 desk:hidden"
    >
      {links
        .filter(({ word }) => FIRST.includes(word))
        .map(({ word, href, current }) => (
          <Link prefetch={false} key={word} href={href} aria-current={current ? "page" : undefined} className={PLACE}>
            {word}
          </Link>
        ))}
      <button type="button" onClick={() => open("palette")} className={PLACE}>
        Search
      </button>
      <Menu load={load}>
        <MenuTrigger asChild>
          <button type="button" aria-current={isOther ? "page" : undefined} className={PLACE}>
            More
          </button>
        </MenuTrigger>
        <MenuContent align="end">
          <MoreMenuItems groups={groups} without={FIRST} head={head} />
        </MenuContent>
      </Menu>
    </nav>
  );
}
