"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Link } from "@/lib/client/page-link";
import type { ShellHead } from "@/lib/contract/views/fleet";
import { formatNumber } from "@/lib/format/text/numbers";
import { Brand } from "./brand";
import { pageLinks } from "./page-links";
import { useShellDialogs } from "./shell-dialogs";
import { usePickedScope } from "./use-picked-scope";
import { ViewerMenu } from "./viewer-menu";

/** The pages, at the left of a desk's screen. */
export function Rail({ head, making }: { readonly head: ShellHead | null; readonly making: ReactNode }) {
  const { picked } = usePickedScope();
  const { open } = useShellDialogs();
  const links = pageLinks(usePathname(), picked);
  return (
    <nav aria-label="Pages" className="sticky top-0 flex h-dvh flex-col border-r border-line px-2.5 pt-3.5 pb-2.5 max-desk:hidden">
      <Link prefetch={false} href={links[0]?.href ?? "/"} className="px-2 pt-0.5 pb-4 hover:no-underline">
        <Brand />
      </Link>
      <ul className="grid gap-0.5">
        {links.map(({ word, href, current }) => (
          <li key={word}>
            <Link
              prefetch={false}
              href={href}
              aria-current={current ? "page" : undefined}
              className="flex h-7 items-center justify-between rounded-control px-2 text-ink-2 hover:bg-hover hover:no-underline aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink forced-colors:aria-[current]:underline"
            >
              {word}
              {word === "Groups" && <TroubleCount head={head} />}
              {word === "Incidents" && head !== null && <IncidentCount counted={head.incidents} />}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-4 border-t border-line pt-3 empty:hidden">{making}</div>
      <div className="mt-auto border-t border-line pt-2">
        <ViewerMenu onKeys={() => open("help")} />
      </div>
    </nav>
  );
}

/** Of everything that may be seen, whatever is chosen: trouble elsewhere is not out of the world. */
function TroubleCount({ head }: { readonly head: ShellHead | null }) {
  if (head === null || head.groupsInTrouble === 0) return null;
  return (
    <span data-fact="groups-in-trouble" className="font-mono text-xs text-bad" title="in trouble, in all namespaces">
      {formatNumber(head.groupsInTrouble)}
      <span className="sr-only"> in trouble</span>
    </span>
  );
}

/** Those of all namespaces. Violet: the cluster of one is not observed. */
function IncidentCount({ counted }: { readonly counted: ShellHead["incidents"] }) {
  if (counted === null || counted.number === 0) return null;
  const { number, isUrgent, isKnown } = counted;
  const urgent = isUrgent ? "text-bad" : "text-ink-3";
  const word = isKnown ? "open or recovering" : "open or recovering, not known now";
  return (
    <span data-fact="incidents" className={`font-mono text-xs ${isKnown ? urgent : "text-blind"}`} title={`${word}, in all namespaces`}>
      {formatNumber(number)}
      <span className="sr-only"> {word}</span>
    </span>
  );
}
