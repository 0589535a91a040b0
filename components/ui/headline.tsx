import { clsx } from "clsx";
import type { ReactNode } from "react";

interface HeadlineProps {
  /** The sentence. Wrap the number in <b>, what it is compared with in <Of>. */
  readonly children: ReactNode;
  /** The second line: the rest of the numbers. */
  readonly sub?: ReactNode;
  /** For a list whose title is only its name. */
  readonly small?: boolean;
  /** For a headline of two lines: each gets the width of the page. */
  readonly wide?: boolean;
  /** Keeps the room of two lines, so that nothing below moves if a part comes or goes. */
  readonly steady?: boolean;
  /** Of a steady one: the second line has the height of one line, and its end is cut on a desk. */
  readonly isQuiet?: boolean;
  /** The values that the sentence is made of, as `statementAttributes` of components/state returns them. */
  readonly data?: Readonly<Record<`data-${string}`, string>>;
}

/** A page begins with a sentence: whoever reads only this has read the page. */
export function Headline({ children, sub, small = false, wide = false, steady = false, isQuiet = false, data }: HeadlineProps) {
  return (
    <>
      <h1
        className={clsx(
          "tabular-nums wrap-anywhere [&_b]:font-semibold",
          wide ? "text-pretty" : "max-w-[30em] text-balance",
          small ? "text-xl leading-snug font-medium tracking-[-.01em]" : "text-2xl leading-[1.22] font-medium tracking-[-.022em]",
          steady && "desk:min-h-[2lh]",
          isQuiet && "max-desk:min-h-[calc(3lh+1.5rem)]",
        )}
        {...data}
      >
        {children}
      </h1>
      {/* What stands in it may be a form, which no paragraph can hold. */}
      {sub !== undefined && (
        <div
          className={clsx(
            "text-ink-2 tabular-nums",
            isQuiet ? "mt-1.5 min-h-5 text-m min-[1100px]:truncate" : "mt-2 max-w-[62em] text-l",
            steady && !isQuiet && "desk:min-h-[2lh]",
          )}
        >
          {sub}
        </div>
      )}
    </>
  );
}

/** "of 924": what a number is compared with. */
export function Of({ children, title }: { readonly children: ReactNode; readonly title?: string }) {
  return (
    <span title={title} className="font-normal text-ink-3">
      {children}
    </span>
  );
}
