import { type NextRequest, NextResponse } from "next/server";
import { contentSecurityPolicy, newNonce, REPORTING_ENDPOINTS } from "@/lib/server/http/content-security-policy";
import { frontSettings } from "@/lib/server/http/front-settings";
import { ADDRESS_HEADER, inboundHeaders, NONCE_HEADER } from "@/lib/server/http/inbound-headers";
import { ownOriginOf } from "@/lib/server/http/own-origin";
import { isOwnHost } from "@/lib/server/http/public-url";

const WRONG_HOST = "This address is not known here. Open Stolos by localhost, or by the address that is set as STOLOS_PUBLIC_URL.\n";

/** Gives every answer its own Content-Security-Policy. It decides nothing about who may see what: that is asked where data is read. */
export function proxy(request: NextRequest): NextResponse {
  if (!isOwnHost(request.headers.get("host"), process.env.STOLOS_PUBLIC_URL)) return new NextResponse(WRONG_HOST, { status: 421 });
  const nonce = newNonce();
  const mode = process.env.NODE_ENV === "production" ? "production" : "development";
  const isSecure = ownOriginOf(request.headers.get("host"), process.env.STOLOS_PUBLIC_URL)?.startsWith("https:") === true;
  const policy = contentSecurityPolicy(nonce, mode, { isSecure });
  const headers = inboundHeaders(request.headers, { mode, tokenHeader: frontSettings().tokenHeader });
  headers.set(NONCE_HEADER, nonce);
  headers.set(ADDRESS_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  // Next reads the nonce for its own scripts from the policy of the request.
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  if (isSecure) response.headers.set("reporting-endpoints", REPORTING_ENDPOINTS);
  return response;
}

/** Everything but the built files, which carry a policy of their own (next.config.js). */
export const config = { matcher: ["/((?!_next/static/).*)"] };
