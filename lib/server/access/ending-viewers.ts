import type { Viewer } from "@/lib/domain/source/scope";
import type { Clock } from "@/lib/server/clock";
import type { RevokedSessions } from "./revoked-sessions";
import type { SignedIn, SignIn } from "./viewer";

/** A timer that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The end of one request's sign-in: a moment (milliseconds since 1970; null = unknown), or the revocation of its session ("" = none). */
interface SignInEnd {
  readonly endsAt: number | null;
  readonly session?: string;
}

/** A viewer as the sessions have it, and when what the request came with ends. */
interface Ending extends SignInEnd {
  readonly viewer: SignedIn;
}

/**
 * Viewers whose token or session ends at a known moment, or when it is revoked. Every subscription of such a viewer ends with it, even if no API server can be
 * reached.
 */
export interface EndingViewers {
  /** Returns the viewer of one request, with an end for this request. Another request of the same person may have credentials that last longer. */
  until(viewer: SignedIn, end: SignInEnd): SignedIn;
  /** As a sign-in's. */
  readonly follow: SignIn["follow"];
}

/** `follow`: subscribes to permission changes of a session's viewer. `revoked`: null when this server stores no sessions. */
export function endingViewers(clock: Clock, follow: SignIn["follow"], revoked: Pick<RevokedSessions, "follow"> | null = null): EndingViewers {
  const endings = new WeakMap<Viewer, Ending>();
  return {
    until: (viewer, { endsAt, session = "" }) => {
      if (endsAt === null && session === "") return viewer;
      const own = { ...viewer };
      endings.set(own, { viewer, endsAt, session });
      return own;
    },
    follow: (viewer, changed, unchecked) => {
      const ending = endings.get(viewer);
      if (ending === undefined) return follow(viewer, changed, unchecked);
      const leaves: (() => void)[] = [];
      let isOver = false;
      const leave = () => {
        isOver = true;
        for (const one of leaves.splice(0)) one();
      };
      const end = () => {
        if (isOver) return;
        leave();
        changed();
      };
      const begin = (one: () => () => void) => {
        if (isOver) return;
        const left = one();
        // `one()` has already called `end` if the sign-in ended before.
        if (isOver) left();
        else leaves.push(left);
      };
      const { endsAt, session = "" } = ending;
      if (endsAt !== null) begin(() => clock.setTimer(end, Math.max(0, Math.min(endsAt - clock.now(), LONGEST_TIMER_MS))));
      if (revoked !== null) begin(() => revoked.follow(session, end));
      begin(() => follow(ending.viewer, end, unchecked));
      return leave;
    },
  };
}
