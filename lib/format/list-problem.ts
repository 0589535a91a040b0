import { WITHDRAWN_TITLE } from "./session-words";

/**
 * Above the reason why a list cannot be shown: what was typed cannot be read, or there is nothing at that moment. The list of a moment (`past`) that
 * does not say that its query is at fault (`ofQuery`) is refused for the moment's sake as a rule: before the record, in a gap, still to come. Or (`withdrawn`)
 * the viewer is not let in any more.
 */
export function listProblemTitle({ ofQuery, past, withdrawn }: { readonly ofQuery: boolean; readonly past: boolean; readonly withdrawn: boolean }): string {
  if (withdrawn) return WITHDRAWN_TITLE;
  return past && !ofQuery ? "This list cannot be shown as it was" : "The filter could not be read";
}
