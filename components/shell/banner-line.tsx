import type { ReactNode } from "react";

/** A line above a page: what is the matter, and (`todo`) the way out. */
export function BannerLine({ title, todo, children }: { readonly title: string; readonly todo: string; readonly children: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-l-2 border-blind-cell bg-blind-wash px-3 py-[9px]">
      <b className="font-semibold text-blind">{title}</b>
      <span className="min-w-0 flex-1 basis-80 wrap-anywhere">
        {children} <span className="text-ink-2">{todo}</span>
      </span>
    </div>
  );
}
