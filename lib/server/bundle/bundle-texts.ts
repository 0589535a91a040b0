import { Document, isMap, isScalar, type Node } from "yaml";
import type { Bundle } from "@/lib/domain/bundle/bundle";
import { additionWords } from "@/lib/format/bundle-words";

/** The texts of the files that are made here, by their names. */
export interface BundleTexts {
  readonly "cluster.env": string;
  readonly "mesh.yaml": string;
  readonly hosts: string;
}

/** Writes a bundle as its machine reads it; above each line that istioctl would not write stands why it is there. */
export function bundleTexts(bundle: Bundle): BundleTexts {
  return { "cluster.env": envText(bundle), "mesh.yaml": meshText(bundle), hosts: hostsText(bundle) };
}

function envText({ env }: Bundle): string {
  return env.map(({ key, value, addition }) => `${addition === null ? "" : `# ${additionWords(addition)}\n`}${key}=${singleQuoted(value)}\n`).join("");
}

/** One word for the shell that reads cluster.env, quoted always, as istioctl does. */
function singleQuoted(value: string): string {
  return `'${value.replaceAll("'", "'\"'\"'")}'`;
}

/** YAML 1.1, which the agent reads: a text like `yes` is quoted. */
function meshText({ meshConfig, meshAdditions }: Bundle): string {
  const document = new Document(meshConfig, { version: "1.1", sortMapEntries: true, aliasDuplicateObjects: false });
  for (const { path, addition } of meshAdditions) {
    const key = keyAt(document.contents, ["defaultConfig", ...path]);
    if (key !== null) key.commentBefore = ` ${additionWords(addition)}`;
  }
  return document.toString({ lineWidth: 0, directives: false });
}

function keyAt(contents: Node | null, path: readonly string[]): { commentBefore?: string | null } | null {
  let node: unknown = contents;
  let key: unknown = null;
  for (const part of path) {
    if (!isMap(node)) return null;
    const pair = node.items.find((one) => isScalar(one.key) && one.key.value === part);
    [key, node] = [pair?.key ?? null, pair?.value ?? null];
  }
  return isScalar(key) ? key : null;
}

function hostsText({ hosts }: Bundle): string {
  return hosts.map(({ address, name, addition }) => `${addition === null ? "" : `# ${additionWords(addition)}\n`}${address} ${name}\n`).join("");
}
