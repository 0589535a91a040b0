"use client";

import { clsx } from "clsx";
import { createContext, type ReactNode, useContext, useId } from "react";

/** The folded row around a section, or null. The row has the title, and the section with the row's name is only its content. */
export const InsideDetail = createContext<{ readonly name: string; readonly id: string | undefined } | null>(null);

interface SectionProps {
  readonly title: ReactNode;
  /** What stands at the right of the title: a count, a legend, a switch. */
  readonly aside?: ReactNode;
  readonly className?: string;
  /** Names the section for tests, as `data-section`: stays when the title changes. */
  readonly name: string;
  /** Less space above: for the sections of a page that is read at a glance. */
  readonly isTight?: boolean;
  /** The anchor by which links lead to it: a public name. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A part of a page: a title on a hairline, and space instead of a box. */
export function Section({ title, aside, className, name, isTight = false, id: anchor, children }: SectionProps) {
  const id = useId();
  const detail = useContext(InsideDetail);
  if (detail?.name === name) {
    return (
      <div id={anchor === detail.id ? undefined : anchor} className={clsx("min-w-0", className)}>
        {aside !== undefined && <div className="flex justify-end pt-1 text-s text-ink-3">{aside}</div>}
        {children}
      </div>
    );
  }
  const Title = detail === null ? "h2" : "h4";
  return (
    <section
      id={anchor}
      data-section={name}
      aria-labelledby={id}
      className={clsx(isTight || detail !== null ? "mt-[22px]" : "mt-[34px]", "min-w-0", className)}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line-2 pb-[7px]">
        <Title id={id} className="text-m font-semibold">
          {title}
        </Title>
        {aside !== undefined && <div className="text-s text-ink-3">{aside}</div>}
      </div>
      {children}
    </section>
  );
}

/** Two parts of equal width next to each other, from 1,100 px. */
export function Halves({ children }: { readonly children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-x-[34px] min-[1100px]:grid-cols-2">{children}</div>;
}

/** A wide part and a narrow one beside it; one under the other where there is no room. */
export function Columns({ main, side }: { readonly main: ReactNode; readonly side: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-[34px] wide:grid-cols-[minmax(0,1fr)_340px]">
      <div className="min-w-0">{main}</div>
      <div className="min-w-0">{side}</div>
    </div>
  );
}
