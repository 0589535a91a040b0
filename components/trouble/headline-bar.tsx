import type { ReactNode } from "react";

interface HeadlineBarProps {
  readonly headline: ReactNode;
  readonly actions: ReactNode;
}

/** A headline with the page's action bar next to its first line. The second line has the full width, so that it is not cut. */
export function HeadlineBar({ headline, actions }: HeadlineBarProps) {
  return (
    <div className="relative max-[1099px]:pr-[184px] max-desk:pr-[60px] [&_[data-line=total]]:min-[1100px]:pr-[184px]">
      {headline}
      <div className="absolute top-0 right-0">{actions}</div>
    </div>
  );
}
