import type { AuditLine } from "@/lib/server/history/keep-audit";
import { CLIENT_HEADER, REQUEST_HEADER } from "@/lib/server/http/inbound-headers";
import type { Asking, SignIn } from "./viewer";

/** Where what a line of the audit tells of came from; "" = not known. */
export interface AuditOrigin {
  /** A keyed digest that is equal for all requests of one session, and tells nobody anything of what the browser keeps. */
  readonly session: string;
  /** The address of whoever asked, by the rule for trusted proxies (`STOLOS_TRUSTED_PROXIES`). */
  readonly address: string;
  /** This server's own name of the request. */
  readonly requestId: string;
}

/** Where a request came from. */
export function auditOrigin(request: Asking, { sessionOf }: Pick<SignIn, "sessionOf">): AuditOrigin {
  const { headers } = request;
  return { session: sessionOf?.(request) ?? "", address: headers.get(CLIENT_HEADER) ?? "", requestId: headers.get(REQUEST_HEADER) ?? "" };
}

/** The same of a request whose answer keeps a new session: these values of `Set-Cookie`. */
export function originOfKept(request: Asking, { cookies }: Pick<SignIn, "cookies">, set: readonly string[]): AuditOrigin {
  const header = set.map((one) => one.split(";")[0]).join("; ");
  return { ...auditOrigin(request, {}), session: cookies?.sessionOf(header) ?? "" };
}

/** What a line of the log says of it: what is known. */
export function loggedOrigin({ session, address, requestId }: AuditOrigin): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries({ session, from: address, request: requestId }).filter(([, text]) => text !== ""));
}

/** The same as it is kept. */
export function keptOrigin({ session, address, requestId }: AuditOrigin): Pick<AuditLine, "session" | "source_address" | "request_id"> {
  return { session, source_address: address, request_id: requestId };
}
