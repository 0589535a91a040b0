import type { PlatformPolicyAnswer } from "@/lib/contract/answers/platform-policy";
import { readPlatformPolicies } from "@/lib/domain/platform-policy/read-policies";
import { railsProblemWords, railsUnknownWords } from "@/lib/format/guard-rails-words";
import type { Config } from "@/lib/server/config";
import { configMapReader, placeWords, type WhyUnknown } from "@/lib/server/config-maps/read-config-map";
import type { KubeClient } from "@/lib/server/kube/client";

/** The key of the ConfigMap that holds the document. */
export const RAILS_KEY = "guard-rails.yaml";

/** Reads the rules of a cluster as they are now. */
export type ReadRails = (cluster: string) => Promise<PlatformPolicyAnswer>;

/** Where no setting names any rules. */
export const noRails: ReadRails = async () => ({ kind: "none" });

interface RailsParts {
  readonly guardRails: Config["guardRails"];
  ownClientOf(cluster: string): Pick<KubeClient, "get"> | undefined;
}

/** Reads with the server's own account: the rules bind those too who may not read them. */
export function railsReader({ guardRails, ownClientOf }: RailsParts): ReadRails {
  if (guardRails === null) return noRails;
  const place = placeWords(guardRails);
  const readDocument = configMapReader({ ...guardRails, key: RAILS_KEY }, ownClientOf);
  const unknown = (why: WhyUnknown, reason: string): PlatformPolicyAnswer => ({
    kind: "unknown",
    place,
    why,
    problem: railsUnknownWords({ why, place, reason }),
  });
  return async (cluster) => {
    const document = await readDocument(cluster);
    if (document.kind === "unknown") return unknown(document.why, document.reason);
    const read = readPlatformPolicies(document.value);
    if ("rails" in read) return { kind: "known", place, rails: read.rails };
    const [first] = read.problems;
    return unknown("broken", first === undefined ? "" : railsProblemWords(first));
  };
}
