import { clsx } from "clsx";
import type { ReactNode } from "react";

interface PanelProps {
  /** Edge and wash of a tone, as `tonePanel` of components/state/tone.ts has them. */
  readonly tone: string;
  readonly title: string;
  readonly children: ReactNode;
  /** A figure at the right, such as a countdown. */
  readonly figure?: ReactNode;
  /** The values that its text is made of, for tests. */
  readonly data?: Readonly<Record<`data-${string}`, string>>;
}

/** One statement that must not be missed: "What Istio does next", with its countdown. */
export function Panel({ tone, title, children, figure, data }: PanelProps) {
  return (
    <div
      className={clsx(
        "mt-5 grid max-w-[760px] grid-cols-[1fr_auto] items-baseline gap-x-3.5 gap-y-1 border-l-2 px-3.5 py-3 desk:grid-cols-[auto_1fr_auto]",
        tone,
      )}
      {...data}
    >
      <b className="font-semibold">{title}</b>
      <span className="max-desk:order-last max-desk:col-span-2">{children}</span>
      {figure !== undefined && <span className="font-mono text-xl font-medium tabular-nums">{figure}</span>}
    </div>
  );
}
