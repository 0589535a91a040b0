import { clsx } from "clsx";
import type { ReactNode } from "react";

/** Nothing to show, error, denied, not known yet: four different things that must never look alike. */
export type NoticeKind = "empty" | "error" | "denied" | "not-found";

interface NoticeProps {
  readonly kind: NoticeKind;
  readonly title: ReactNode;
  /** Names for tests what the notice is about, as `data-subject`: a code, or a value that it repeats. */
  readonly subject?: string | undefined;
  /** Why it is so, and what to do. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** What stands where a list or a page has nothing to show: what is true, why, and what to do about it. */
export function Notice({ kind, title, subject, children, actions }: NoticeProps) {
  return (
    <div
      role={kind === "error" ? "alert" : undefined}
      data-notice={kind}
      data-subject={subject}
      className={clsx("mt-5 max-w-[760px] border-l-2 px-3.5 py-3", EDGES[kind])}
    >
      <p className={clsx("text-l font-semibold", TITLES[kind])}>{title}</p>
      {children !== undefined && <div className="mt-1 text-ink-2 [&_p+p]:mt-1.5">{children}</div>}
      {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}

const EDGES = {
  empty: "border-line-2 bg-sunken",
  error: "border-bad-cell bg-bad-wash",
  denied: "border-blind-cell bg-blind-wash",
  "not-found": "border-line-2 bg-sunken",
} as const satisfies Record<NoticeKind, string>;

const TITLES = { empty: "", error: "text-bad", denied: "text-blind", "not-found": "" } as const satisfies Record<NoticeKind, string>;
