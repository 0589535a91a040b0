"use client";

import { useOfServerNow } from "@/lib/client/clock";
import { useOutsideLinks } from "@/lib/client/outside-links";
import { usePast } from "@/lib/client/past";
import { type LinkFields, outsideHref } from "@/lib/contract/outside-links";

/** Pages elsewhere about the same thing, as the settings name them; nothing where none is set or what they ask for is not known. */
export function Elsewhere({ about, fields }: { readonly about: string; readonly fields: Omit<LinkFields, "at"> }) {
  const links = useOutsideLinks();
  const past = usePast();
  // To the minute: an address that changes by the second cannot be pointed at.
  const now = useOfServerNow((moment) => moment - (moment % 60_000));
  if (links.length === 0) return null;
  const at = String(past ?? now);
  const there = links.flatMap((link) => {
    const href = outsideHref(link, { ...fields, at });
    return href === null ? [] : [{ name: link.name, href }];
  });
  if (there.length === 0) return null;
  return (
    <nav aria-label="Elsewhere" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-s">
      {there.map(({ name, href }) => (
        <a key={name} href={href} target="_blank" rel="noopener noreferrer" className="inline-flex items-center text-accent max-desk:min-h-11">
          {name}
          <span className="sr-only">, {about} (another site)</span>
        </a>
      ))}
    </nav>
  );
}
