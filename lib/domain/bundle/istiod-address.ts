/** Does a revision stand in the names of istiod's Service and ConfigMaps? */
export function isRevisioned(revision: string): boolean {
  return revision !== "" && revision !== "default";
}

/** The name of an object of the control plane, with its revision where names carry one. */
export function revisionedName(name: string, revision: string): string {
  return isRevisioned(revision) ? `${name}-${revision}` : name;
}

/** The name under which istiod's certificate is known. */
export function istiodHost(istioNamespace: string, revision: string): string {
  return `${revisionedName("istiod", revision)}.${istioNamespace}.svc`;
}

/** The same with the port of its encrypted service. */
export function istiodAddress(istioNamespace: string, revision: string): string {
  return `${istiodHost(istioNamespace, revision)}:15012`;
}
