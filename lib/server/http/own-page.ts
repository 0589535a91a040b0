import { ownOriginOf } from "./own-origin";
import { Refusal } from "./problem";

/** What of a request says where it comes from. */
interface Asking {
  readonly method: string;
  readonly headers: Pick<Headers, "get">;
}

/** The server that is asked. */
export interface AskedServer {
  /** The origin of its own pages; null where none is known. */
  readonly origin: string | null;
  /** True where people are known by a bearer token that they send themselves. */
  readonly knowsBearers: boolean;
}

/** The server as a request addresses it, and as people sign in to it. */
export function askedServer({ headers }: Pick<Asking, "headers">, signIn: { readonly kind: string }): AskedServer {
  return { origin: ownOriginOf(headers.get("host"), process.env.STOLOS_PUBLIC_URL), knowsBearers: signIn.kind === "token" || signIn.kind === "oidc" };
}

/** Methods that only read. */
export const READING: readonly string[] = ["GET", "HEAD"];
const WITHOUT_BODY: readonly string[] = [...READING, "OPTIONS"];

/**
 * Only a page of this server may ask. The method decides, whatever a route does with it: what reads is refused where it is said to come from elsewhere,
 * and everything else where it is not said to come from here. A browser says so by `Sec-Fetch-Site` and by `Origin`, of which neither may contradict.
 * A program without a browser, which sends neither, reads freely; for anything else it sends `Authorization: Bearer` and no cookie: no page
 * elsewhere can make a browser add that header. Where the server itself acts for whoever asks, the header proves nothing, and `Origin` is needed.
 * Throws 403, and 415 for a body that is not JSON, which a page elsewhere could send as a form.
 */
export function requireOwnPage(request: Asking, server: AskedServer): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isReading = READING.includes(request.method);
  const isElsewhere = (origin !== null && origin !== server.origin) || (site !== null && site !== "same-origin" && !(isReading && site === "none"));
  if (isElsewhere) throw new Refusal(403, "Not from here", "This request comes from a page of another site.");
  if (isReading) return;
  const isSaid = site !== null || origin !== null;
  if (!isSaid && !(server.knowsBearers && isProgram(request.headers))) throw new Refusal(403, "Not from here", "A change is made from a page of this server.");
  if (!WITHOUT_BODY.includes(request.method)) requireType(request, ["application/json"]);
}

/** How browsers name what they report of a page: by `report-uri`, and by an endpoint. */
const REPORT_TYPES: readonly string[] = ["application/csp-report", "application/reports+json"];

/**
 * What a browser reports by itself of a page of this server. It may say nothing of where it comes from: an endpoint's report has no such header, and
 * where no referrer is told, `Origin` is null. What is said to come from elsewhere is refused: a page there can name any address for its own reports.
 * That is enough for what changes nothing and uses nobody's session. Throws 403, and 415 for a body of another type, such as a form's.
 */
export function requireReport(request: Asking, { origin: own }: AskedServer): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isElsewhere = (site !== null && site !== "same-origin" && site !== "none") || (origin !== null && origin !== "null" && origin !== own);
  if (isElsewhere) throw new Refusal(403, "Not from here", "This report is of a page of another site.");
  requireType(request, REPORT_TYPES);
}

function requireType({ headers }: Asking, types: readonly string[]): void {
  if (!isOneOf(headers.get("content-type"), types)) throw new Refusal(415, "Not this type", `Send ${types.join(" or ")}.`);
}

/** Does it bring its own credentials, and none that a browser adds by itself? */
function isProgram(headers: Asking["headers"]): boolean {
  return /^bearer +\S/i.test(headers.get("authorization") ?? "") && headers.get("cookie") === null;
}

/** One of these types in UTF-8, and no other type that begins so. */
function isOneOf(type: string | null, types: readonly string[]): boolean {
  const [, name = ""] = /^([^; ]+) *(?:; *charset="?utf-8"? *)?$/i.exec(type ?? "") ?? [];
  return types.includes(name.toLowerCase());
}
