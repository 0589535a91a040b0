const INSTEAD = "‹secret›";

/** What credentials look like in the words of libraries and servers, with what stays of each. */
const SECRETS: readonly (readonly [pattern: RegExp, kept: string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, INSTEAD],
  [/\b(bearer|basic|negotiate) +[\w.~+/=-]{6,}/gi, `$1 ${INSTEAD}`],
  // A signed token, whole or cut.
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, INSTEAD],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]*(?:@[^\s/?#@]*)*@/gi, `$1${INSTEAD}@`],
  [
    /\b((?:set-)?cookie|authorization|password|passwd|pwd|secret|api[-_]?key|(?:access_|refresh_|id_)?token|stolos-session-\d)(["']?\s*[:=]\s*["']?)[^\s"',;&}]{6,}/gi,
    `$1$2${INSTEAD}`,
  ],
];

/** A text for a log, in which whatever looks like a token, a password, a cookie or a private key is left out. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), text);
}
