import type { ReactNode } from "react";

interface HeadlineBarProps {
  readonly headline: ReactNode;
  readonly actions: ReactNode;
}

/** The headline of a fleet, and the action bar beside its first line only: the second line has the whole width, so that its end is seen. */
export function HeadlineBar({ headline, actions }: HeadlineBarProps) {
  return (
    <div className="relative max-[1099px]:pr-[184px] max-desk:pr-[60px] [&_[data-line=total]]:min-[1100px]:pr-[184px]">
      {headline}
      <div className="absolute top-0 right-0">{actions}</div>
    </div>
  );
}
