"use client";

import { Link } from "@/lib/client/page-link";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { Brand } from "./brand";
import { NavigationCount } from "./navigation-count";
import type { PageGroup } from "./page-links";
import { useShellDialogs } from "./shell-dialogs";
import { ViewerMenu } from "./viewer-menu";

interface SideNavigationProps {
  readonly groups: readonly PageGroup[];
  readonly head: ShellHead | null;
}

/** The navigation on the left of a desktop screen. */
export function SideNavigation({ groups, head }: SideNavigationProps) {
  const { open } = useShellDialogs();
  return (
    <nav aria-label="Pages" className="sticky top-0 flex h-dvh flex-col overflow-y-auto border-r border-line px-2.5 pt-3.5 pb-2.5 max-desk:hidden">
      <Link prefetch={false} href={groups[0]?.links[0]?.href ?? pagePaths.fleet()} className="px-2 pt-0.5 pb-2 hover:no-underline">
        <Brand />
      </Link>
      {groups.map(({ title, links }) => (
        <div key={title} className="pt-3.5">
          <h2 id={`pages-${title}`} className="px-2 pb-1 text-s text-ink-3">
            {title}
          </h2>
          <ul aria-labelledby={`pages-${title}`}>
            {links.map(({ word, href, current }) => (
              <li key={word}>
                <Link
                  prefetch={false}
                  href={href}
                  aria-current={current ? "page" : undefined}
                  className="flex h-7 items-center justify-between rounded-control px-2 text-ink-2 hover:bg-hover hover:no-underline aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink forced-colors:aria-[current]:underline"
                >
                  {word}
                  <NavigationCount page={word} head={head} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <div className="mt-auto border-t border-line pt-2">
        <ViewerMenu onKeys={() => open("help")} />
      </div>
    </nav>
  );
}
