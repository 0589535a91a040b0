import type { IncomingMessage } from "node:http";
import { isDecodable } from "@/lib/contract/url/paths";
import { queryBoundsProblem } from "@/lib/contract/url/query-bounds";
import { BODY_LIMIT } from "./body-limit";
import { isRouterState } from "./router-state";

/** Why a request gets no further than the server in front; `allow` = the methods that would. */
export interface Refused {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly allow?: string;
  readonly retryAfterSeconds?: number;
}

/** The longest address that is read; characters. */
const LONGEST_URL = 8 * 1024;

/** Pages are read; whatever does more stands below /api. */
const OF_PAGES: readonly string[] = ["GET", "HEAD"];
const OF_ROUTES: readonly string[] = [...OF_PAGES, "POST", "OPTIONS"];

/** Headers that say who asks, from where and what: of two, one program believes the first and another the last. */
const ONCE: ReadonlySet<string> = new Set([
  ...["host", "origin", "referer", "cookie", "authorization", "content-type", "content-length", "content-encoding", "transfer-encoding"],
  ...["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "sec-fetch-user"],
]);

type Asked = Pick<IncomingMessage, "method" | "url" | "headers" | "rawHeaders" | "httpVersion">;

/** Why this request is refused before anything looks at it; null where it may go on. */
export function refusalOf({ method = "", url = "", headers, rawHeaders, httpVersion }: Asked): Refused | null {
  if (httpVersion === "1.1" && headers.host === undefined) return { status: 400, title: "No host", detail: "A request of HTTP/1.1 has a Host header." };
  const methods = url.startsWith("/api/") ? OF_ROUTES : OF_PAGES;
  if (!methods.includes(method)) {
    const allow = methods.join(", ");
    return { status: 405, title: "No such method", detail: `Nothing here answers ${method}; ${allow} are known.`, allow };
  }
  if (url.length > LONGEST_URL) return { status: 414, title: "Address too long", detail: `An address has at most ${LONGEST_URL} characters.` };
  if (!isReadable(url)) return MALFORMED;
  const query = queryBoundsProblem(new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?") + 1) : ""));
  if (query !== null) return { status: 400, title: "Too much in this address", detail: query };
  if (headers.upgrade !== undefined) return { status: 400, title: "No other protocol", detail: "Nothing here speaks anything but plain HTTP." };
  const repeated = repeatedOf(rawHeaders);
  if (repeated !== null) return { status: 400, title: "Said twice", detail: `The header ${repeated} stands in this request more than once.` };
  if (!isRouterState(headers["next-router-state-tree"])) return { status: 400, title: "No page", detail: "Next-Router-State-Tree tells of no page." };
  return Number(headers["content-length"] ?? 0) > BODY_LIMIT ? TOO_LARGE : null;
}

export const TOO_LARGE: Refused = { status: 413, title: "Too large", detail: `A body has at most ${BODY_LIMIT} bytes.` };

const MALFORMED: Refused = {
  status: 400,
  title: "Malformed address",
  detail: "The address cannot be decoded: a path has no empty segment, no dots alone and no backslash, and a percent sign is followed by two digits of UTF-8.",
};

/** One path, written in one way. What the query of a request holds is read where it is asked for, and never throws. */
function isReadable(url: string): boolean {
  const [path = ""] = url.split("?", 1);
  return path.startsWith("/") && isDecodable(path) && !/\/\/|\\|#|\/(\.|%2e){1,2}(\/|$)/i.test(path);
}

/** The first of the headers that may stand once, and does not. */
function repeatedOf(rawHeaders: readonly string[]): string | null {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    if (seen.has(name)) return name;
    if (ONCE.has(name)) seen.add(name);
  }
  return null;
}
