import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { cleanText } from "@/lib/domain/object/clean-text";
import { causeOf, type Problem, problem } from "./problem";

/** The kubeconfigs of a folder, each with the name of its cluster. */
export interface KubeconfigFolder {
  readonly files: readonly { readonly file: string; readonly cluster: string }[];
  /** The folders that were listed. */
  readonly folders: readonly string[];
  readonly problems: readonly Problem[];
  /** True if the folder, or one in it, could not be listed. */
  readonly isUnreadable: boolean;
}

/** Endings that are not a part of the name of a cluster. */
const ENDING = /\.(ya?ml|json|conf|config|kubeconfig)$/;
/** The usual keys of a Secret with one kubeconfig. Its cluster then has the name of the folder in which the Secret is mounted. */
const USUAL_KEYS = new Set(["kubeconfig", "config", "value"]);

/**
 * Lists a folder: its files, and the files of its folders, each of which can be a mounted Secret. Names with a dot at their beginning are left out: Kubernetes keeps
 * the versions of a mounted Secret there (kubernetes.io, "Secrets", and `..data`).
 */
export async function listKubeconfigs(folder: string): Promise<KubeconfigFolder> {
  try {
    const listed = await Promise.all((await visibleNames(folder)).map((name) => filesAt(path.join(folder, name), name)));
    const files = listed.flatMap((one) => one.files);
    const folders = [folder, ...listed.flatMap((one) => one.folders)];
    const fix = "Add a kubeconfig. Stolos reads the folder again by itself.";
    const problems = files.length > 0 ? [] : [problem(null, "The folder of kubeconfigs is empty", `${folder} has no file.`, fix)];
    return { files, folders, problems, isUnreadable: false };
  } catch (thrown) {
    const fix = "Mount the folder, or correct STOLOS_KUBECONFIGS.";
    return { files: [], folders: [folder], problems: [problem(null, "The folder of kubeconfigs cannot be read", causeOf(thrown), fix)], isUnreadable: true };
  }
}

async function visibleNames(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith(".")).sort();
}

/** A link whose file is gone is a removed key of a Secret. */
async function filesAt(file: string, name: string): Promise<Pick<KubeconfigFolder, "files" | "folders">> {
  const found = await stat(file).catch(() => null);
  if (found === null) return { files: [], folders: [] };
  if (!found.isDirectory()) return { files: [{ file, cluster: clusterName(name) }], folders: [] };
  const inner = await visibleNames(file);
  const files = inner.map((key) => ({ file: path.join(file, key), cluster: USUAL_KEYS.has(clusterName(key)) ? cleanText(name) : clusterName(key) }));
  return { files, folders: [file] };
}

function clusterName(file: string): string {
  return cleanText(file.replace(ENDING, "")) || cleanText(file);
}
