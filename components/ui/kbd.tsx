import type { ReactNode } from "react";

/** A key, as it is printed on the keyboard. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className="rounded-[3px] border border-line-2 px-1 font-mono text-xs text-ink-3">{children}</kbd>;
}
