import type { Viewer } from "@/lib/domain/source/scope";
import { Refusal } from "@/lib/server/http/problem";
import type { ObjectAddress } from "@/lib/server/http/read-object";
import { log } from "@/lib/server/log";
import { auditOrigin, loggedOrigin } from "./audit-origin";
import { LogNews } from "./log-news";
import { loggedText } from "./logged-text";
import type { Asking, SignIn } from "./viewer";

interface AskedRead {
  readonly request: Asking;
  readonly viewer: Pick<Viewer, "subject">;
  readonly runtime: { readonly signIn: Pick<SignIn, "sessionOf"> };
  readonly params: ObjectAddress;
}

/**
 * Reads of one object, or of its events, that were denied to whoever asked: each is a line of the log, as far as it is news. What was not there for him is
 * one of them, as he may have been told so because it is out of his sight. `now` in milliseconds, of a clock that never goes back.
 */
export class DeniedReads {
  readonly #news: LogNews;

  constructor(now: () => number) {
    this.#news = new LogNews(now);
  }

  /** Reads by `work`; where that is denied, tells the log. */
  async audited<T>(asked: AskedRead, verb: "get" | "list events of", work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof Refusal && (thrown.status === 403 || thrown.status === 404)) this.#tell(asked, verb, thrown);
      throw thrown;
    }
  }

  #tell({ request, viewer, runtime, params }: AskedRead, verb: string, { status, title }: Refusal): void {
    const { cluster, resource, namespace, name } = params;
    if (!this.#news.take(viewer.subject, [verb, cluster, resource, namespace])) return;
    const who = loggedText(viewer.subject);
    const place = { resource: loggedText(resource), cluster: loggedText(cluster), namespace: loggedText(namespace), name: loggedText(name) };
    const origin = loggedOrigin(auditOrigin(request, runtime.signIn));
    log("info", "audit", { command: "read", who, verb, ...place, result: `refused: ${status} ${title}`, ...origin });
  }
}
