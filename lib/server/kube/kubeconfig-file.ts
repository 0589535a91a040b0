import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { cleanText } from "@/lib/domain/object/clean-text";
import { causeOf, type Problem, problem } from "./problem";

/** The parts of a kubeconfig that this server reads, with every path absolute. */
export interface KubeconfigFile {
  readonly clusters: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly users: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly contexts: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  readonly currentContext: string | null;
  /** A problem for each context that another one hides: two of one name in one file, or in two files for different API servers. */
  readonly hidden: readonly Problem[];
}

const PATH_FIELDS = ["certificate-authority", "client-certificate", "client-key", "tokenFile"];

/** Reads one or several kubeconfig files, merged as kubectl merges them: the first one to name a thing wins. */
export async function readKubeconfig(files: readonly string[]): Promise<KubeconfigFile | Problem> {
  const read: { path: string; file: KubeconfigFile }[] = [];
  for (const path of files) {
    const one = await readOne(path, files.length > 1);
    if (one !== null && "kind" in one) return one;
    if (one !== null) read.push({ path, file: one });
  }
  if (read.length > 0) return merge(read);
  const detail = `None of these files exists: ${files.join(", ")}.`;
  return problem(null, "The kubeconfig does not exist", detail, "Set KUBECONFIG to a file that exists.", {
    ...{ code: "no-file", names: files, setting: "KUBECONFIG" },
  });
}

async function readOne(file: string, optional: boolean): Promise<KubeconfigFile | Problem | null> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === "ENOENT" && optional) return null;
    if (code === "ENOENT") {
      const fix = "Set KUBECONFIG to a file that exists, or run inside a cluster.";
      return problem(null, "The kubeconfig does not exist", `There is no file ${file}.`, fix, { code: "no-file", names: [file], setting: "KUBECONFIG" });
    }
    return problem(null, "The kubeconfig cannot be read", `${file}: ${causeOf(thrown)}`, `Let this process read ${file}.`);
  }
  return parseKubeconfig(text, file);
}

/** Reads the text of a kubeconfig; `file` is its path, from which relative paths start. */
function parseKubeconfig(text: string, file: string): KubeconfigFile | Problem {
  let raw: unknown;
  try {
    raw = parse(text, cleaned, { maxAliasCount: 20 });
  } catch (thrown) {
    const [first = ""] = causeOf(thrown).split(":");
    const fix = "Mend or replace the file; kubectl config view shows whether it can be read.";
    return problem(null, "The kubeconfig is not YAML", `${file}: ${first}.`, fix, { code: "not-yaml", names: [file] });
  }
  const root = mapOf(raw);
  if (root === null || !(root.has("contexts") || root.has("clusters"))) {
    const fix = "Point KUBECONFIG to a file that kubectl can use.";
    return problem(null, "The file is not a kubeconfig", `${file} names neither clusters nor contexts.`, fix, { code: "no-kubeconfig", names: [file] });
  }
  const folder = path.dirname(file);
  const current = root.get("current-context");
  return {
    clusters: named(root.get("clusters"), "cluster", folder),
    users: named(root.get("users"), "user", folder),
    contexts: named(root.get("contexts"), "context", folder),
    currentContext: typeof current === "string" && current !== "" ? current : null,
    hidden: namesTwice(root.get("contexts")).map((name) => hiddenContext(name, `${file} names it twice`)),
  };
}

function namesTwice(list: unknown): readonly string[] {
  const names = (Array.isArray(list) ? list : []).map((item) => mapOf(item)?.get("name")).filter((name) => typeof name === "string");
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

/** Between files, kubectl uses the first one, too (kubernetes.io, "Merging kubeconfig files"). */
function hiddenContext(name: string, where: string): Problem {
  return problem(
    name,
    `Two contexts have the name "${name}"`,
    `${where}. Stolos watches the first one.`,
    "Rename one of them (kubectl config rename-context).",
  );
}

function named(list: unknown, inner: string, folder: string): Map<string, ReadonlyMap<string, unknown>> {
  const found = new Map<string, ReadonlyMap<string, unknown>>();
  for (const item of Array.isArray(list) ? list : []) {
    const outer = mapOf(item);
    const name = outer?.get("name");
    if (typeof name !== "string" || name === "" || found.has(name)) continue;
    found.set(name, absolute(mapOf(outer?.get(inner)) ?? new Map(), folder));
  }
  return found;
}

function absolute(fields: ReadonlyMap<string, unknown>, folder: string): ReadonlyMap<string, unknown> {
  const copy = new Map(fields);
  for (const field of PATH_FIELDS) {
    const value = copy.get(field);
    if (typeof value === "string" && value !== "") copy.set(field, path.resolve(folder, value));
  }
  return copy;
}

function merge(read: readonly { readonly path: string; readonly file: KubeconfigFile }[]): KubeconfigFile {
  const files = read.map(({ file }) => file);
  const reversed = [...files].reverse();
  return {
    clusters: new Map(reversed.flatMap((file) => [...file.clusters])),
    users: new Map(reversed.flatMap((file) => [...file.users])),
    contexts: new Map(reversed.flatMap((file) => [...file.contexts])),
    currentContext: files.find((file) => file.currentContext !== null)?.currentContext ?? null,
    hidden: [...files.flatMap((file) => file.hidden), ...hiddenByEarlier(read)],
  };
}

/** The contexts of a file that an earlier file hides, if they are of another API server. */
function hiddenByEarlier(read: readonly { readonly path: string; readonly file: KubeconfigFile }[]): readonly Problem[] {
  return read.flatMap(({ path: later, file }, at) =>
    [...file.contexts.keys()].flatMap((name) => {
      const first = read.slice(0, at).find((one) => one.file.contexts.has(name));
      if (first === undefined || serverOf(first.file, name) === serverOf(file, name)) return [];
      return [hiddenContext(name, `${first.path} and ${later} name it`)];
    }),
  );
}

function serverOf(file: KubeconfigFile, context: string): unknown {
  return file.clusters.get(String(file.contexts.get(context)?.get("cluster")))?.get("server");
}

/** YAML spells any character in quotes, and the names of contexts become part of every key. */
function cleaned(_key: unknown, value: unknown): unknown {
  return typeof value === "string" ? cleanText(value) : value;
}

function mapOf(value: unknown): Map<string, unknown> | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value));
}

function codeOf(thrown: unknown): string {
  return typeof thrown === "object" && thrown !== null && "code" in thrown ? String(thrown.code) : "";
}
