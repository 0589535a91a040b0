import { parse, stringify } from "yaml";
import { ObjectYaml } from "@/lib/contract/answers/answers";
import { apiPaths } from "@/lib/contract/url/paths";
import { copyGroup } from "@/lib/domain/new-group/clone";
import { type Asked, ask } from "./ask";
import { newDraftId, saveDraft } from "./drafts";

interface ClonedGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** Begins a draft of a group like one that is there, read as the viewer; its id, or why there is none. */
export async function cloneGroup(viewer: string, { cluster, namespace, name }: ClonedGroup): Promise<Asked<string>> {
  const asked = await ask(apiPaths.object(cluster, "workloadgroups", namespace, name), ObjectYaml, new AbortController().signal);
  if (asked.kind === "refused") return asked;
  const stored: unknown = parse(asked.value.yaml);
  const id = newDraftId();
  const group = stringify(copyGroup(stored), { lineWidth: 0 });
  const clonedFrom = { name, text: asked.value.yaml };
  // The account is there: it is the source's.
  saveDraft(viewer, { id, cluster, namespace, group, makeAccount: false, reach: { how: "none" }, clonedFrom });
  return { kind: "here", value: id };
}
