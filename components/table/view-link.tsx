import NextLink from "next/link";
import { parseViewAddress } from "@/lib/contract/url/saved-view";

interface ViewLinkProps {
  readonly name: string;
  readonly address: string;
  readonly current: boolean;
}

/** Leads to a view. It has a moment of its own, or none: that of the page is not carried over. Whatever would lead elsewhere is text. */
export function ViewLink({ name, address, current }: ViewLinkProps) {
  const href = parseViewAddress(address);
  if (href === null) return <span className="min-w-0 py-1.5 wrap-anywhere text-ink-3">{name}</span>;
  return (
    <NextLink
      href={href}
      prefetch={false}
      aria-current={current ? "page" : undefined}
      title={href}
      className="flex min-h-7 min-w-0 flex-1 items-center py-1 wrap-anywhere aria-[current]:font-medium max-desk:min-h-11"
    >
      {name}
    </NextLink>
  );
}
