/** More are chosen than are deleted at once. */
export function tooManyEntriesWords({ most }: { readonly most: number }): string {
  return `At most ${most} entries are deleted at once: choose fewer.`;
}

/** Machines of more groups are chosen than are written at once. */
export function tooManyGroupsWords({ most }: { readonly most: number }): string {
  return `At most ${most} groups are marked at once: choose fewer machines.`;
}
