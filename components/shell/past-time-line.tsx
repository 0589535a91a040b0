"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { MouseEvent, ReactNode, RefObject } from "react";
import { useZone } from "@/components/table/use-zone";
import { buttonClass } from "@/components/ui/button";
import { useTravel } from "@/lib/client/past";
import { formatMoment, hrefAtMoment } from "@/lib/contract/url/history-window";
import { formatDateTime } from "@/lib/format/clock";

interface PastTimeLineProps {
  /** The time that the page shows. Milliseconds. */
  readonly at: number;
  /** Buttons left of "Back to live". */
  readonly steps?: ReactNode;
  /** Content below the first line. */
  readonly children?: ReactNode;
  readonly ref?: RefObject<HTMLElement | null>;
}

/** The first line of the past banner: the time shown, and a link back to live that works before hydration. A phone has two lines for the steps from the start. */
export function PastBannerLayout({ at, steps, children, ref }: PastTimeLineProps) {
  const zone = useZone();
  return (
    <section
      ref={ref}
      aria-label="The past"
      data-at={at}
      data-early-taps=""
      className="sticky top-bar z-10 mb-5 border-l-2 border-accent bg-accent-soft px-3 py-[7px]"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="mr-auto">
          <b className="font-semibold text-accent">The past</b> As it was at{" "}
          <time dateTime={formatMoment(at)} className="font-medium tabular-nums">
            {formatDateTime(at, zone)}
          </time>
          .
        </p>
        <span className="flex flex-wrap content-end items-center gap-1 max-[1099px]:w-full max-[1099px]:justify-end max-desk:min-h-[92px] max-desk:justify-start">
          {steps}
          <BackToLive />
        </span>
      </div>
      {children}
    </section>
  );
}

function BackToLive() {
  const pathname = usePathname();
  const search = useSearchParams();
  const travel = useTravel();
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    travel(null);
  };
  return (
    <a href={hrefAtMoment(`${pathname}?${search}`, null)} onClick={onClick} className={buttonClass()}>
      Back to live
    </a>
  );
}
