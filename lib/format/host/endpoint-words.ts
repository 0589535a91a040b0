import type { StoredWorkload } from "@/lib/domain/selection/workload";
import { listOf } from "@/lib/format/text/lists";

/** The state of an endpoint that is no machine, as one word. */
export function endpointStateWord({ kind, answers }: { readonly kind: "machine" | "pod" | "address" | "inline" | "name"; readonly answers: string }): string {
  if (kind === "inline") return "Written in the object";
  if (kind === "name") return "Resolved by callers";
  if (answers === "doubt") return "Not known";
  if (answers === "draining") return "Draining";
  return answers === "no" ? (kind === "address" ? "Not serving" : "Not ready") : "Ready";
}

/** The reason for an address that istiod sends as unhealthy. */
export const UNREADY_ADDRESS = "The address is not ready: it is sent as unhealthy.";

const KIND_PHRASES: Readonly<Record<StoredWorkload["kind"], string>> = {
  entry: "machine",
  pod: "Pod",
  inline: "inline endpoint",
  host: "host name",
  address: "address",
};

/** The endpoint that callers use in place of another one. */
export function copySentence({ kind, name }: Pick<StoredWorkload, "kind" | "name">): string {
  return `Callers use the ${KIND_PHRASES[kind]} ${name}: it has the same address and port.`;
}

/** The reason for an address that several EndpointSlices list with different ports or conditions. */
export function contestedSentence(slices: readonly string[]): string {
  return `EndpointSlices ${listOf(slices)} disagree. istiod keeps the values of one, which the API does not show.`;
}

/** The doubt about a Pod whose address an EndpointSlice lists with another port or health. */
export function contestedPodSentence({ pod, slices }: { readonly pod: string; readonly slices: readonly string[] }): string {
  return `EndpointSlice ${listOf(slices)} lists Pod ${pod} with other values. istiod sends one of both, which the API does not show.`;
}

/** How callers speak to an endpoint: "plain, refused" where its sidecar takes something else. */
export function tlsWord(tls: "mutual" | "plain" | "simple" | "", isRefused: boolean): string {
  const word = { mutual: "mTLS", plain: "plain", simple: "TLS", "": "—" }[tls];
  return isRefused ? `${word}, refused` : word;
}

/** The same by port, for an endpoint whose ports differ: "plain 80, 90 · mTLS 443". */
export function tlsByPortText(ports: readonly { readonly port: number; readonly tls: "mutual" | "plain" | "simple"; readonly isRefused: boolean }[]): string {
  const byWord = new Map<string, number[]>();
  for (const { port, tls, isRefused } of ports) {
    const word = tlsWord(tls, isRefused);
    byWord.set(word, [...(byWord.get(word) ?? []), port]);
  }
  return [...byWord].map(([word, numbers]) => `${word} ${numbers.join(", ")}`).join(" · ");
}
