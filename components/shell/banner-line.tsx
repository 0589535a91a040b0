import type { ReactNode } from "react";
import type { DataAttributes } from "@/components/ui/data-attributes";

interface BannerLineProps {
  /** The code of the problem, for tests: as `data-banner`. */
  readonly banner: string;
  /** The cluster that has the problem; missing = the banner is about all of them. */
  readonly cluster?: string | undefined;
  /** The code of the reason, where one is known. */
  readonly reason?: string | undefined;
  /** The other values that the texts are made of. */
  readonly data?: DataAttributes;
  readonly title: string;
  /** The next step for the user. */
  readonly todo: string;
  readonly children: ReactNode;
}

/** A line above a page that names a problem and the way out. */
export function BannerLine({ banner, cluster, reason, data = {}, title, todo, children }: BannerLineProps) {
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
