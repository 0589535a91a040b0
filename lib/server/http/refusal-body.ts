import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Refused } from "./refused-request";

const STYLE =
  ":root{color-scheme:light dark}body{margin:20vh auto;max-width:36rem;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}h1{font-size:1.5rem;font-weight:600}";
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; frame-ancestors 'none'`;

/** Returns the body and headers of a refusal: a page when a browser navigates, else JSON (RFC 9457). The page reloads itself after `Retry-After`. */
export function refusalBody(
  { headers }: Pick<IncomingMessage, "headers">,
  refused: Refused,
  requestId: string,
): { readonly text: string; readonly headers: Record<string, string> } {
  const isNavigation = headers.accept?.includes("text/html") === true && headers.rsc === undefined;
  const text = isNavigation ? pageOf(refused) : problemText(refused, requestId);
  const type = isNavigation ? { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY } : PROBLEM_TYPE;
  return { text, headers: { ...type, "Content-Length": String(Buffer.byteLength(text)), Connection: "close" } };
}

export const PROBLEM_TYPE = { "Content-Type": "application/problem+json" };

export function problemText({ status, title, detail }: Refused, requestId: string): string {
  return `${JSON.stringify({ status, title, detail, requestId })}\n`;
}

function pageOf({ title, detail, retryAfterSeconds }: Refused): string {
  const reload = retryAfterSeconds === undefined ? "" : `<meta http-equiv="refresh" content="${retryAfterSeconds}">`;
  const when = retryAfterSeconds === undefined ? "" : `<p>This page loads again by itself in ${retryAfterSeconds} s.</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${reload}
<title>${escaped(title)} · Stolos</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(detail)}</p>${when}<p>This page shows nothing about your machines. <a href="/">Open the fleet</a></p></main></body></html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}
