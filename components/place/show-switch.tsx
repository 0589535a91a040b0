"use client";

import { clsx } from "clsx";
import { usePathname, useSearchParams } from "next/navigation";
import { Link } from "@/lib/client/page-link";
import { SHOWS, type Show } from "./place-windows";

const WORDS = { regions: "Regions", world: "World", table: "Table" } as const satisfies Record<Show, string>;

/** How the map is shown. The server draws the outline of the world for its own address, so these are links. */
export function ShowSwitch({ show }: { readonly show: Show }) {
  const pathname = usePathname();
  const params = useSearchParams();
  const hrefOf = (other: Show) => {
    const next = new URLSearchParams(params);
    if (other === "regions") next.delete("show");
    else next.set("show", other);
    const search = next.toString();
    return search === "" ? pathname : `${pathname}?${search}`;
  };
  return (
    <nav aria-label="How the map is shown" className="inline-flex overflow-hidden rounded-control border border-line-2">
      {SHOWS.map((other) => (
        <Link
          key={other}
          href={hrefOf(other)}
          scroll={false}
          prefetch={false}
          aria-current={other === show ? "true" : undefined}
          className={clsx(
            "inline-flex h-7 items-center px-2.5 text-s font-medium no-underline hover:no-underline not-first:border-l not-first:border-line-2 max-desk:h-9",
            other === show ? "bg-ink text-paper" : "bg-raised text-ink-2 hover:bg-hover hover:text-ink",
          )}
        >
          {WORDS[other]}
        </Link>
      ))}
    </nav>
  );
}
