import type { ReactNode } from "react";
import type { State } from "@/lib/domain/verdict";

/** The icon of a state: each has an outline of its own, so that it survives greyscale. Decorative; the word stands beside it. */
export function StateIcon({ state, className = "" }: { readonly state: State; readonly className?: string }) {
  return (
    <svg viewBox="0 0 13 13" width="13" height="13" fill="none" stroke="currentColor" strokeWidth="1.5" className={`shrink-0 ${className}`} aria-hidden="true">
      {DRAWINGS[state]}
    </svg>
  );
}

const ring = <circle cx="6.5" cy="6.5" r="5.3" />;

const DRAWINGS: Record<State, ReactNode> = {
  unreadable: <path d="M6.5 1.2l5.6 10.3H.9zM6.5 4.8v3.4M6.5 9.4v1" />,
  vanished: (
    <>
      <circle cx="6.5" cy="6.5" r="5.3" strokeDasharray="2.4 1.7" />
      <path d="M4.6 4.6l3.8 3.8m0-3.8L4.6 8.4" />
    </>
  ),
  unhealthy: (
    <>
      <path d="M4 .5h5L12.5 4v5L9 12.5H4L.5 9V4z" fill="currentColor" stroke="none" />
      <path d="M4.4 4.4l4.2 4.2m0-4.2L4.4 8.6" className="stroke-paper" />
    </>
  ),
  disconnected: <path d="M.8 6.5h3.6M8.6 6.5h3.6M5.2 2.4l-.7 2.1M8.5 8.5l-.7 2.1" strokeWidth="1.7" />,
  unverified: (
    <>
      <path d="M6.5.8l5 2.9v5.6l-5 2.9-5-2.9V3.7z" />
      <path d="M4.9 5.2a1.6 1.6 0 1 1 2.3 1.5c-.5.2-.7.5-.7 1M6.5 9.2v.9" strokeWidth="1.3" />
    </>
  ),
  overdue: (
    <>
      {ring}
      <path d="M6.5 3.3v3.4l2.3 1.4" />
    </>
  ),
  reconnecting: (
    <>
      <path d="M11.4 5.2A5.2 5.2 0 1 0 11.7 7" />
      <path d="M11.9 2.2v3.2H8.7" />
    </>
  ),
  draining: (
    <>
      {ring}
      <path d="M6.5 3.6v5M4.4 6.8l2.1 2.1 2.1-2.1" />
    </>
  ),
  awaiting: (
    <>
      {ring}
      <path d="M3.9 6.5h.1M6.5 6.5h.1M9 6.5h.1" strokeWidth="1.8" strokeLinecap="round" />
    </>
  ),
  unchecked: ring,
  healthy: (
    <>
      <circle cx="6.5" cy="6.5" r="6" fill="currentColor" stroke="none" />
      <path d="M3.6 6.7l2 2 3.8-4.2" className="stroke-paper" />
    </>
  ),
};
