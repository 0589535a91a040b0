import { type Findings, problem } from "./findings";

const namespaceName = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** Facts 2.3: to whom a ServiceEntry is exported: `.` its own namespace, `*` everybody, `~` nobody, else namespaces by name. */
export function exportFindings(exportTo: readonly string[], namespace: string): Findings {
  const known = new Set<string>();
  const problems: string[] = [];
  for (const entry of exportTo) {
    const place = entry === "." ? namespace : entry;
    if (known.has(place)) problems.push(duplicate(entry, place));
    else if (place === "*" || place === "~" || namespaceName.test(place)) known.add(place);
    else problems.push("only .,*, or a valid DNS 1123 label is allowed as exportTo entry");
  }
  if (known.has("*") && exportTo.length > 1) problems.push("cannot have both public (*) and non-public exportTo values for a resource");
  if (known.has("~") && exportTo.length > 1) problems.push("cannot export service entry to no one (~) and someone");
  return problem(...problems);
}

function duplicate(entry: string, place: string): string {
  return entry === place ? `duplicate entries in exportTo for entry ${entry}` : `duplicate entries in exportTo: . and current namespace ${place}`;
}
