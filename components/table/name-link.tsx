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
        className="inline-block max-w-[38vw] truncate align-middle font-mono text-s text-ink desk:max-w-60 min-[1560px]:max-w-96"
      >
        {name}
      </Link>
      {under !== undefined && <span className="hidden max-w-[38vw] truncate text-xs text-ink-2 max-desk:block">{under}</span>}
    </>
  );
}
