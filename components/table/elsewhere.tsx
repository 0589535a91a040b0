"use client";

import { useOfServerNow } from "@/lib/client/clock";
import { useOutsideLinks } from "@/lib/client/outside-links";
import { usePast } from "@/lib/client/past";
import { externalLinkHref, type LinkTemplateValues } from "@/lib/contract/url/external-links";
import { minuteOf } from "@/lib/format/text/duration";

interface ElsewhereProps {
  /** What the links are about, for a screen reader: "machine web-1". */
  readonly about: string;
  /** What is known of it. `at` of something that is gone is when it went; without it, links are about the moment that the page shows. */
  readonly fields: LinkTemplateValues;
}

/** Pages elsewhere about what a page shows, as the settings name them; nothing where none is set or what they ask for is not known. */
export function Elsewhere({ about, fields }: ElsewhereProps) {
  const there = useOutsideLinksOf(fields);
  if (there.length === 0) return null;
  return (
    <nav aria-label="Elsewhere" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-s">
      <OutsideLinks about={about} links={there} />
    </nav>
  );
}

/** The same for one of several: in its row or on its card, above what leads to its own page. */
export function ElsewhereOfOne({ about, fields }: ElsewhereProps) {
  const there = useOutsideLinksOf(fields);
  if (there.length === 0) return null;
  return (
    <p className="relative z-10 flex w-fit flex-wrap gap-x-4 text-s">
      <OutsideLinks about={about} links={there} />
    </p>
  );
}

interface Link {
  readonly name: string;
  readonly href: string;
}

/** The links to other sites whose values are known. */
export function useOutsideLinksOf(fields: LinkTemplateValues): readonly Link[] {
  const links = useOutsideLinks();
  const past = usePast();
  // To the minute: an address that changes by the second cannot be pointed at.
  const now = useOfServerNow(minuteOf);
  const at = fields.at ?? String(past ?? now);
  return links.flatMap((link) => {
    const href = externalLinkHref(link, { ...fields, at });
    return href === null ? [] : [{ name: link.name, href }];
  });
}

function OutsideLinks({ about, links }: { readonly about: string; readonly links: readonly Link[] }) {
  return links.map(({ name, href }) => (
    <a key={name} href={href} target="_blank" rel="noopener noreferrer" className="inline-flex items-center text-accent max-desk:min-h-11">
      {name}
      <span className="sr-only">, {about} (another site)</span>
    </a>
  ));
}
