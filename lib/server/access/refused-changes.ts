import { countedNetwork } from "@/lib/server/http/ip-address";
import { READING } from "@/lib/server/http/own-page";
import { Refusal } from "@/lib/server/http/problem";
import { log } from "@/lib/server/log";
import { auditOrigin, loggedOrigin } from "./audit-origin";
import { LogNews } from "./log-news";
import { loggedText } from "./logged-text";
import type { Asking, SignIn } from "./viewer";

interface AskedChange {
  readonly request: Asking & Pick<Request, "method" | "url">;
  readonly signIn: Pick<SignIn, "sessionOf">;
  /** Missing = nobody was asked yet who that is. */
  readonly viewer?: { readonly subject: string };
}

/**
 * Requests that would do more than read and that the door refuses, before any part of the server that has an audit of its own is asked: each is a line of
 * the log, as far as it is news. `now` in milliseconds, of a clock that never goes back.
 */
export class RefusedChanges {
  readonly #news: LogNews;

  constructor(now: () => number) {
    this.#news = new LogNews(now);
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
    if (!this.#news.take(whose, [status, title, request.method])) return;
    const who = viewer === undefined ? {} : { who: loggedText(viewer.subject) };
    const path = loggedText(new URL(request.url).pathname);
    log("warn", "a change was refused at the door", { status, method: loggedText(request.method), detail: title, path, ...who, ...loggedOrigin(origin) });
  }
}
