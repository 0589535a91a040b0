import { truncateText } from "@/lib/domain/object/clean-text";
import { sentence } from "@/lib/format/text/sentence";
import { unseenWords } from "@/lib/format/unseen-words";
import type { KubeClient } from "./client";
import type { Answer } from "./kube-error";
import { at, field, list } from "./parse/json";
import { shortText } from "./problem";
import type { Resource } from "./resource";

/** Finds which version of a resource is served, and remembers it until told to forget. */
export interface ApiVersions {
  versionOf(resource: Resource): Promise<Answer<string>>;
  forget(group: string): void;
}

export function createApiVersions(client: KubeClient): ApiVersions {
  const served = new Map<string, Promise<Answer<readonly string[]>>>();
  return {
    async versionOf(resource) {
      const [only] = resource.versions;
      if (resource.versions.length === 1 && only !== undefined) return { ok: true, value: only };
      const asked = served.get(resource.group) ?? askVersions(client, resource.group);
      served.set(resource.group, asked);
      const answer = await asked;
      if (!answer.ok) {
        served.delete(resource.group);
        if (answer.error.kind !== "not-found") return answer;
        const why = { code: "not-installed", group: resource.group } as const;
        return { ok: false, error: { kind: "not-found", message: sentence(unseenWords(why)), why } };
      }
      const version = resource.versions.find((one) => answer.value.includes(one));
      if (version !== undefined) return { ok: true, value: version };
      const message = `This cluster serves ${resource.group} in versions that are not known here: ${shortText(truncateText(answer.value.join(", "), 100))}.`;
      return { ok: false, error: { kind: "not-found", message } };
    },
    forget: (group) => {
      served.delete(group);
    },
  };
}

async function askVersions(client: KubeClient, group: string): Promise<Answer<readonly string[]>> {
  const answer = await client.get(`/apis/${group}`);
  if (!answer.ok) return answer;
  const versions = list(at(answer.value, "versions")).map((one) => field(one, "version"));
  return { ok: true, value: versions.filter((one) => typeof one === "string") };
}
