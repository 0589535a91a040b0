/**
 * Above the reason why a list cannot be shown: what was typed cannot be read, or there is nothing at that moment. The list of a moment (`past`) that
 * does not say that its query is at fault (`ofQuery`) is refused for the moment's sake as a rule: before the record, in a gap, still to come.
 */
export function listProblemTitle({ ofQuery, past }: { readonly ofQuery: boolean; readonly past: boolean }): string {
  return past && !ofQuery ? "This list cannot be shown as it was" : "The filter could not be read";
}
