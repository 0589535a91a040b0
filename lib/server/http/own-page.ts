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

/** The type of every body, but of what a browser reports by itself. */
const JSON_TYPES: readonly string[] = ["application/json"];
const READING: readonly string[] = ["GET", "HEAD"];
const WITHOUT_BODY: readonly string[] = [...READING, "OPTIONS"];

/**
 * Only a page of this server may ask. The method decides, whatever a route does with it: what reads is refused where it is said to come from elsewhere,
 * and everything else where it is not said to come from here. A browser says so by `Sec-Fetch-Site` and by `Origin`, of which neither may contradict.
 * A program without a browser, which sends neither, reads freely; for anything else it sends `Authorization: Bearer` and no cookie: no page
 * elsewhere can make a browser add that header. Where the server itself acts for whoever asks, the header proves nothing, and `Origin` is needed.
 * Throws 403, and 415 for a body of another type than `bodyTypes` (in small letters): JSON, and never one that a page elsewhere could send as a form.
 */
export function requireOwnPage(request: Asking, server: AskedServer, bodyTypes: readonly string[] = JSON_TYPES): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const isReading = READING.includes(request.method);
  const isElsewhere = (origin !== null && origin !== server.origin) || (site !== null && site !== "same-origin" && !(isReading && site === "none"));
  if (isElsewhere) throw new Refusal(403, "Not from here", "This request comes from a page of another site.");
  if (isReading) return;
  const isSaid = site !== null || origin !== null;
  if (!isSaid && !(server.knowsBearers && isProgram(request.headers))) throw new Refusal(403, "Not from here", "A change is made from a page of this server.");
  if (WITHOUT_BODY.includes(request.method) || isOneOf(request.headers.get("content-type"), bodyTypes)) return;
  throw new Refusal(415, "Not JSON", `Send ${bodyTypes.join(" or ")}.`);
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
