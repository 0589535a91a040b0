import Link from "next/link";
import type { ReactNode } from "react";

interface NameLinkProps {
  readonly href: string;
  readonly name: string;
  /** What a phone shows below the name instead of columns. */
  readonly under?: ReactNode;
}

/** The name of a row: its link, and where the keyboard stands when the row is current. */
export function NameLink({ href, name, under }: NameLinkProps) {
  return (
    <>
      <Link
        href={href}
        prefetch={false}
        data-row-link=""
        title={name}
        className="inline-block max-w-full truncate align-middle font-mono text-s text-ink max-desk:max-w-[42vw]"
      >
        {name}
      </Link>
      {under !== undefined && <span className="hidden max-w-[54vw] truncate text-xs text-ink-2 max-desk:block">{under}</span>}
    </>
  );
}
