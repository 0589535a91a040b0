import { formatCountdown } from "@/lib/format/text/duration";

interface CountdownProps {
  /** What the moment is: "in", "at the latest in"; "" = the sentence around it says so. */
  readonly label: string;
  /** Milliseconds of the server's clock. */
  readonly to: number;
  readonly now: number;
  /** The moment itself, for whoever points at it. */
  readonly moment: string;
}

/** A clock that runs down to a moment. */
export function Countdown({ label, to, now, moment }: CountdownProps) {
  return (
    <time dateTime={new Date(to).toISOString()} title={moment} role="timer">
      {label !== "" && <small className="mr-1.5 font-sans text-s font-normal text-ink-3">{label}</small>}
      {formatCountdown(to - now)}
    </time>
  );
}
