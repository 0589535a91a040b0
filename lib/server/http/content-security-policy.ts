import { apiPaths } from "@/lib/contract/url/paths";

const ENDPOINT = "policy";

/** The value of `Reporting-Endpoints` that the policy's endpoint is found by (Reporting API 1, 3.3). */
export const REPORTING_ENDPOINTS = `${ENDPOINT}="${apiPaths.policyReports()}"`;

/** What of a policy hangs on how the page is reached. */
interface Reached {
  /** Over TLS: browsers know endpoints there alone (Reporting API 1, 3.3), and whoever knows them reports to no address besides. */
  readonly isSecure: boolean;
}

/** The policy of one answer. In development React and the hot reload need `eval`, inline styles and a web socket; nowhere else. */
export function contentSecurityPolicy(nonce: string, mode: "production" | "development", { isSecure }: Reached = { isSecure: false }): string {
  const development = mode === "development";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${development ? " ws:" : ""}`,
    `worker-src 'self'${development ? " blob:" : ""}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${apiPaths.policyReports()}`,
    ...(isSecure ? [`report-to ${ENDPOINT}`] : []),
  ].join("; ");
}

/** 128 random bits in base64: new for every request. */
export function newNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}
