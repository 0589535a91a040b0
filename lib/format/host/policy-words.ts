import { policyDeedWords } from "@/lib/format/policy-words";
import { listOf } from "@/lib/format/text/lists";
import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { verb } from "@/lib/format/text/tense";

/** What a VirtualService has to do with a host, as a phrase. */
export function routePhrase({ isFor, subsets }: { readonly isFor: boolean; readonly subsets: readonly string[] }): string {
  const named = subsets.filter((one) => one !== "");
  const here = named.length === 0 ? "here" : `${subsets.includes("") ? "here and " : ""}to ${oneOrMany(named.length, "subset")} ${listOf(named)}`;
  const sends = subsets.length === 0 ? "" : isFor ? `, and sends them ${here}` : `sends requests ${here}`;
  return isFor ? `decides where requests for this host go${sends}` : sends;
}

/** What a DestinationRule says of a host, as a phrase: what it does not say is left out. */
export function rulePhrase({
  subsets,
  hasOutlier,
  tls,
  balancer,
}: {
  readonly subsets: readonly string[];
  readonly hasOutlier: boolean;
  readonly tls: string | null;
  readonly balancer: boolean;
}): string {
  const parts = [
    subsets.length > 0 ? `${oneOrMany(subsets.length, "subset")} ${listOf(subsets)}` : "",
    hasOutlier ? "outlier detection" : "",
    tls === null ? "" : `TLS mode ${tls}`,
    balancer ? "load balancing" : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "names this host, and says nothing of who answers" : listOf(parts);
}

/** What a PeerAuthentication has the machines and Pods of a host take, as a phrase. `of`: how many of them. */
export function peerPhrase(mode: string | null, ports: readonly string[], of: number): string {
  const takes = mode === null || mode === "" || mode === "UNSET" ? "as the next wider policy says" : (MODES[mode] ?? mode);
  const own = ports.length === 0 ? "" : `; ports of their own: ${ports.join(", ")}`;
  return `${plural(of, "endpoint")} ${verb(of, "take")} ${takes}${own}`;
}

const MODES: Readonly<Record<string, string>> = {
  STRICT: "mutual TLS only (STRICT)",
  PERMISSIVE: "mutual TLS and plain text (PERMISSIVE)",
  DISABLE: "plain text only (DISABLE)",
};

/** What an AuthorizationPolicy does at the machines and Pods of a host, as a phrase. `of`: how many of them. */
export function authorizationPhrase(action: string, rules: number, of: number): string {
  return `${plural(of, "endpoint")}: ${policyDeedWords({ what: "authorizes", action, rules })}`;
}
