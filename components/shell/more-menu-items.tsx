"use client";

import { Fragment } from "react";
import { Item, Label, Separator } from "@/components/ui/menu-parts";
import { Link } from "@/lib/client/page-link";
import { usePreferences } from "@/lib/client/preferences";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { NavigationCount } from "./navigation-count";
import type { PageGroup } from "./page-links";
import { useShellDialogs } from "./shell-dialogs";
import { ViewerMenuItems } from "./viewer-menu-items";

interface MoreMenuItemsProps {
  readonly groups: readonly PageGroup[];
  /** Names of pages that the bottom bar shows itself. */
  readonly without: readonly string[];
  readonly head: ShellHead | null;
}

/** Items of the menu "More" on a phone: all other pages, time and viewer settings. */
export function MoreMenuItems({ groups, without, head }: MoreMenuItemsProps) {
  const { open } = useShellDialogs();
  const { zone, set } = usePreferences();
  return (
    <>
      {groups.map(({ title, links }) => (
        <Fragment key={title}>
          <Label>{title}</Label>
          {links
            .filter(({ word }) => !without.includes(word))
            .map(({ word, href, current }) => (
              <Item key={word} asChild>
                <Link prefetch={false} href={href} aria-current={current ? "page" : undefined} className="justify-between hover:no-underline">
                  {word}
                  <NavigationCount page={word} head={head} />
                </Link>
              </Item>
            ))}
        </Fragment>
      ))}
      <Separator />
      <Item onSelect={() => open("namespaces")}>Choose namespaces</Item>
      <Item onSelect={() => open("time")}>Go to time</Item>
      <Item onSelect={() => set({ zone: zone === "utc" ? "local" : "utc" })}>{zone === "utc" ? "Times in your own time" : "Times in UTC"}</Item>
      <ViewerMenuItems onKeys={() => open("help")} />
    </>
  );
}
