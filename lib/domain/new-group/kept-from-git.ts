/** Tools that make a namespace what a repository says. Helm does nothing by itself. */
const FROM_GIT: ReadonlySet<string> = new Set(["Argo CD", "Flux"]);

/** How many of the groups of a namespace a tool keeps as a repository says. */
export interface KeptGroups {
  readonly tool: string;
  readonly kept: number;
  readonly groups: number;
}

/** Which tools keep groups of a namespace from Git, by the marks on those groups; the one that keeps most first. */
export function keptFromGit(groups: readonly { readonly managedBy: string }[]): readonly KeptGroups[] {
  const counts = new Map<string, number>();
  for (const { managedBy } of groups) if (FROM_GIT.has(managedBy)) counts.set(managedBy, (counts.get(managedBy) ?? 0) + 1);
  return [...counts].map(([tool, kept]) => ({ tool, kept, groups: groups.length })).sort((a, b) => b.kept - a.kept || (a.tool < b.tool ? -1 : 1));
}
