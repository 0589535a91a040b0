import type { Viewer } from "@/lib/domain/scope";
import type { Clock } from "@/lib/server/clock";
import type { SignedIn, SignIn } from "./viewer";

/** A timer that is set for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A viewer as the sessions have it, and when what the request came with ends. */
interface Ending {
  readonly viewer: SignedIn;
  readonly endsAt: number;
}

/** Viewers whose token or session ends at a moment that is known: nothing that follows one outlives it, whether or not an API server can be asked. */
export interface EndingViewers {
  /**
   * The viewer of one request, which ends at `endsAt` (milliseconds since 1970; null = not known). It is the request's own: another one of the same person
   * may have come with what lasts longer.
   */
  until(viewer: SignedIn, endsAt: number | null): SignedIn;
  /** As a sign-in's. */
  readonly follow: SignIn["follow"];
}

/** `follow`: tells what becomes of the rights of a viewer as the sessions have it. */
export function endingViewers(clock: Clock, follow: SignIn["follow"]): EndingViewers {
  const endings = new WeakMap<Viewer, Ending>();
  return {
    until: (viewer, endsAt) => {
      if (endsAt === null) return viewer;
      const own = { ...viewer };
      endings.set(own, { viewer, endsAt });
      return own;
    },
    follow: (viewer, changed, unchecked) => {
      const ending = endings.get(viewer);
      if (ending === undefined) return follow(viewer, changed, unchecked);
      let leave: () => void = () => undefined;
      const end = () => {
        leave();
        changed();
      };
      const cancel = clock.setTimer(end, Math.max(0, Math.min(ending.endsAt - clock.now(), LONGEST_TIMER_MS)));
      const told = () => {
        cancel();
        changed();
      };
      leave = follow(ending.viewer, told, unchecked);
      return () => {
        cancel();
        leave();
      };
    },
  };
}
