import type { ReactNode } from "react";

/** Facts as pairs of a word and its value. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="mt-3 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-[18px] gap-y-[5px]">{children}</dl>;
}

interface FactProps {
  /** Names the fact for tests; stays when its word changes. */
  readonly field: string;
  readonly name: ReactNode;
  /** The value is what a machine wrote: an address, a name. */
  readonly mono?: boolean;
  readonly children: ReactNode;
}

export function Fact({ field, name, mono = false, children }: FactProps) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd data-fact={field} className={`min-w-0 wrap-anywhere ${mono ? "font-mono text-s leading-[1.55]" : ""}`}>
        {children}
      </dd>
    </>
  );
}

/** The value that Istio reads for the fact above, if it differs from the written one. */
export function ReadAs({ field, note }: { readonly field: string; readonly note: string }) {
  if (note === "") return null;
  return (
    <>
      <dt className="sr-only">read as</dt>
      <dd data-fact={field} className="col-start-2 min-w-0 text-s text-ink-2 wrap-anywhere">
        {note}
      </dd>
    </>
  );
}

/** The words in place of a value that is not set. */
export function None({ children }: { readonly children: string }) {
  return <span className="font-sans text-m text-ink-3">{children}</span>;
}
