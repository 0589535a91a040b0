import type { RailsAnswer } from "@/lib/contract/guard-rails";
import { encoded } from "@/lib/contract/paths";
import type { GuardRails } from "@/lib/domain/guard-rails/guard-rails";
import { readGuardRails } from "@/lib/domain/guard-rails/read-guard-rails";
import { documentWords } from "@/lib/format/document-words";
import { railsProblemWords, railsUnknownWords } from "@/lib/format/guard-rails-words";
import type { Config } from "@/lib/server/config";
import type { KubeClient } from "@/lib/server/kube/client";
import type { KubeError } from "@/lib/server/kube/kube-error";
import { at } from "@/lib/server/kube/parse/json";
import { readDocument } from "@/lib/server/preview/read-document";

/** The key of the ConfigMap that holds the document. */
export const RAILS_KEY = "guard-rails.yaml";

/** Reads the rules of a cluster as they are now. */
export type ReadRails = (cluster: string) => Promise<RailsAnswer>;

/** Where no setting names any rules. */
export const noRails: ReadRails = async () => ({ kind: "none" });

interface RailsParts {
  readonly guardRails: Config["guardRails"];
  ownClientOf(cluster: string): Pick<KubeClient, "get"> | undefined;
}

/** Reads with the server's own account: the rules bind those too who may not read them. */
export function railsReader({ guardRails, ownClientOf }: RailsParts): ReadRails {
  if (guardRails === null) return noRails;
  const { namespace, name } = guardRails;
  const place = `ConfigMap ${namespace}/${name}`;
  const unknown = (why: Parameters<typeof railsUnknownWords>[0]["why"], reason: string): RailsAnswer => ({
    kind: "unknown",
    place,
    problem: railsUnknownWords({ why, place, reason }),
  });
  return async (cluster) => {
    const read = await ownClientOf(cluster)?.get(`/api/v1/namespaces/${encoded(namespace)}/configmaps/${encoded(name)}`);
    if (read === undefined) return unknown("unread", "There is no such cluster.");
    if (!read.ok) return unknown(UNREAD[read.error.kind] ?? "unread", read.error.message);
    const found = railsIn(at(read.value, "data", RAILS_KEY));
    return "rails" in found ? { kind: "known", place, rails: found.rails } : unknown("broken", found.problem);
  };
}

const UNREAD: { readonly [kind in KubeError["kind"]]?: "absent" | "denied" } = { "not-found": "absent", forbidden: "denied" };

/** The rules of a document, or the first thing that is wrong with it. */
function railsIn(text: unknown): { readonly rails: GuardRails } | { readonly problem: string } {
  if (typeof text !== "string") return { problem: `It has no ${RAILS_KEY}.` };
  const document = readDocument(text);
  if (!("value" in document)) return { problem: `Line ${document.line}: ${documentWords(document)}` };
  const read = readGuardRails(document.value);
  if ("rails" in read) return read;
  const [first] = read.problems;
  return { problem: first === undefined ? "" : railsProblemWords(first) };
}
