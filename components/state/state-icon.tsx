import type { ReactNode } from "react";
import { IconFrame } from "@/components/ui/icon-frame";
import { type State, type StateWord, wordOfState } from "@/lib/domain/verdict/verdict";

/** The icon of a state's word. Each word has its own outline, so it survives greyscale. Decorative: the word stands beside it. */
export function StateIcon({ state, className }: { readonly state: State; readonly className?: string }) {
  return <IconFrame className={className}>{DRAWINGS[wordOfState(state)]}</IconFrame>;
}

const ring = <circle cx="6.5" cy="6.5" r="5.3" />;

const DRAWINGS: Record<StateWord, ReactNode> = {
  lost: (
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
  unverified: (
    <>
      <path d="M6.5.8l5 2.9v5.6l-5 2.9-5-2.9V3.7z" />
      <path d="M4.9 5.2a1.6 1.6 0 1 1 2.3 1.5c-.5.2-.7.5-.7 1M6.5 9.2v.9" strokeWidth="1.3" />
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
  starting: (
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
