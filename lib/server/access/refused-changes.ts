import { countedNetwork } from "@/lib/server/http/ip-address";
import { Refusal } from "@/lib/server/http/problem";
import { RateLimit } from "@/lib/server/http/rate-limit";
import { log } from "@/lib/server/log";
import { auditOrigin, loggedOrigin } from "./audit-origin";
import { loggedText } from "./logged-text";
import type { Asking, SignIn } from "./viewer";

/** Lines of one viewer or, of whoever is not known yet, one address; and each about one refusal of one method: a page that asks again and again is one piece of news. */
const LINES = { perSecond: 1 / 3, burst: 20 };
const SAME_LINE = { perSecond: 1 / 60, burst: 1 };

const READING: readonly string[] = ["GET", "HEAD"];

interface AskedChange {
  readonly request: Asking & Pick<Request, "method" | "url">;
  readonly signIn: Pick<SignIn, "sessionOf">;
  /** Missing = nobody was asked yet who that is. */
  readonly viewer?: { readonly subject: string };
}

/**
 * Requests that would do more than read and that the door refuses, before any part of the server that has an audit of its own is asked: each is a line of the log, as far
 * as it is news. `now` in milliseconds, of a clock that never goes back.
 */
export class RefusedChanges {
  readonly #lines: RateLimit;
  readonly #sameLine: RateLimit;

  constructor(now: () => number) {
    this.#lines = new RateLimit(LINES, now);
    this.#sameLine = new RateLimit(SAME_LINE, now);
  }

  /** Asks the door's question `check`; where that refuses a change, tells the log. */
  told(asked: AskedChange, check: () => void): void {
    try {
      check();
    } catch (thrown) {
      if (thrown instanceof Refusal && !READING.includes(asked.request.method)) this.#tell(asked, thrown);
      throw thrown;
    }
  }

  #tell({ request, signIn, viewer }: AskedChange, { status, title }: Refusal): void {
    const origin = auditOrigin(request, signIn);
    const whose = viewer === undefined ? `address ${countedNetwork(origin.address)}` : `viewer ${viewer.subject}`;
    const isNews = this.#sameLine.take(JSON.stringify([whose, status, title, request.method])) === 0;
    if (!isNews || this.#lines.take(whose) > 0) return;
    const who = viewer === undefined ? {} : { who: loggedText(viewer.subject) };
    const path = loggedText(new URL(request.url).pathname);
    log("warn", "a change was refused at the door", { status, method: loggedText(request.method), detail: title, path, ...who, ...loggedOrigin(origin) });
  }
}
