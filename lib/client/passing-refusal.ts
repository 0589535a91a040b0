import type { Asked } from "./ask";

/**
 * Does a refusal tell nothing about what may be seen: the server was out of reach, could not check it, or had too much to do? What is shown stays then. Any other
 * answer stands in the place of what was shown before. Of a sign-in that is over (401) the stream decides: it may be being renewed, else all is withdrawn.
 */
export function isPassing(answer: Extract<Asked<unknown>, { readonly kind: "refused" }>): boolean {
  return answer.status === undefined || answer.status === 401 || answer.status === 429 || answer.status >= 500;
}
