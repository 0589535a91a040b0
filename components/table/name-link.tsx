import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/lib/client/page-link";
import { ClusterName } from "./cluster-name";
import { useNameParts } from "./shared-names";

interface NameLinkProps {
  readonly href: string;
  readonly name: string;
  /** What a phone shows below the name instead of columns. */
  readonly under?: ReactNode;
  /** What stands beside the name, whatever room there is. */
  readonly mark?: ReactNode;
  /** The cluster of the object. A phone shows it below the name if the viewer has several. */
  readonly cluster?: string;
  /** Names that differ only towards their end get more of a phone. */
  readonly long?: boolean;
}

const PHONE = { short: "max-w-[38vw]", long: "max-w-[54vw]" } as const;

/** The name of a row: its link, and where the keyboard stands when the row is current. It is whole in the title, for the ear and for copying; one of far more letters than the others does not take the room of what explains. */
export function NameLink({ href, name, under, mark, cluster, long = false }: NameLinkProps) {
  const { before, own, after } = useNameParts(name);
  return (
    <>
      <Link
        href={href}
        prefetch={false}
        data-row-link=""
        title={name}
        aria-label={own === name ? undefined : name}
        className={clsx(
          "inline-block truncate align-middle font-mono text-s text-ink desk:group-data-tight/table:max-w-52 min-[1560px]:max-w-136",
          mark === undefined ? "desk:max-w-84" : "desk:max-w-60",
          PHONE[long ? "long" : "short"],
        )}
      >
        <LeftOut>{before}</LeftOut>
        {own}
        <LeftOut>{after}</LeftOut>
      </Link>
      {mark}
      {cluster !== undefined && (
        <ClusterName cluster={cluster} className={clsx("hidden truncate font-mono text-xs text-ink-3 max-desk:block", PHONE[long ? "long" : "short"])} />
      )}
      {under !== undefined && <span className={clsx("hidden truncate text-xs text-ink-2 max-desk:block", PHONE[long ? "long" : "short"])}>{under}</span>}
    </>
  );
}

/** A mark in the place of what all names share; the text itself is there for whoever copies it. */
function LeftOut({ children }: { readonly children: string }) {
  if (children === "") return null;
  return (
    <>
      <span className="sr-only">{children}</span>
      <span aria-hidden="true" className="text-ink-3 before:content-['…']" />
    </>
  );
}
