import type { ReactNode } from "react";
import type { DataAttributes } from "@/components/ui/data-attributes";

interface PageBannerProps {
  /** The code of the problem, as `data-banner` for tests. */
  readonly banner: string;
  /** The cluster with the problem; absent = all clusters. */
  readonly cluster?: string | undefined;
  /** The code of the problem's reason, if known. */
  readonly reason?: string | undefined;
  /** More `data-*` attributes with values of the text, for tests. */
  readonly data?: DataAttributes;
  readonly title: string;
  /** The next step for the user. */
  readonly todo: string;
  readonly children: ReactNode;
}

/** A banner above a page: what is wrong, and what the user can do. */
export function PageBanner({ banner, cluster, reason, data = {}, title, todo, children }: PageBannerProps) {
  return (
    <div
      data-banner={banner}
      data-cluster={cluster}
      data-reason={reason}
      {...data}
      className="mb-5 flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-l-2 border-blind-cell bg-blind-wash px-3 py-[9px]"
    >
      <b className="font-semibold text-blind">{title}</b>
      <span className="min-w-0 flex-1 basis-80 wrap-anywhere">
        {children} <span className="text-ink-2">{todo}</span>
      </span>
    </div>
  );
}
