/** The state of an endpoint that is no machine, as one word. */
export function endpointStateWord({ kind, answers }: { readonly kind: "machine" | "pod" | "inline" | "name"; readonly answers: string }): string {
  if (kind === "inline") return "Written in the object";
  if (kind === "name") return "Resolved by callers";
  return answers === "no" ? "Not ready" : "Ready";
}

/** How callers speak to an endpoint: "plain, refused" where its sidecar takes something else. */
export function tlsWord(tls: "mutual" | "plain" | "simple" | "", isRefused: boolean): string {
  const word = { mutual: "mTLS", plain: "plain", simple: "TLS", "": "—" }[tls];
  return isRefused ? `${word}, refused` : word;
}
