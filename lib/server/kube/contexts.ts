import path from "node:path";
import type { ClusterContext, KubeconfigSettings } from "./cluster-context";
import { contextOf } from "./context-entry";
import { fileExists } from "./file-exists";
import { inClusterContext } from "./in-cluster";
import { type KubeconfigFile, readKubeconfig } from "./kubeconfig-file";
import { type Problem, problem } from "./problem";

export interface LoadedContexts {
  readonly contexts: readonly ClusterContext[];
  readonly problems: readonly Problem[];
}

/** Loads the clusters to watch: from the file set, else KUBECONFIG, else the home folder, else the cluster around the process. Never throws. */
export async function loadContexts(settings: KubeconfigSettings): Promise<LoadedContexts> {
  const files = await filesOf(settings);
  if (files.length === 0) {
    const inside = await inClusterContext(settings);
    return "kind" in inside ? { contexts: [], problems: [inside] } : { contexts: [inside], problems: [] };
  }
  const file = await readKubeconfig(files);
  if ("kind" in file) return { contexts: [], problems: [file] };
  const names = namesOf(file, settings.contexts);
  if (!Array.isArray(names)) return { contexts: [], problems: [names] };
  const contexts: ClusterContext[] = [];
  const problems: Problem[] = [];
  for (const name of names) {
    const one = await contextOf(file, name, settings, { files, read: () => readContext(files, name, settings) });
    if ("kind" in one) problems.push(one);
    else contexts.push(one);
  }
  return { contexts, problems };
}

/** The same context again, from what its files say now. */
async function readContext(files: readonly string[], name: string, settings: KubeconfigSettings): Promise<ClusterContext | Problem> {
  const file = await readKubeconfig(files);
  return "kind" in file ? file : contextOf(file, name, settings, { files, read: () => readContext(files, name, settings) });
}

async function filesOf(settings: KubeconfigSettings): Promise<readonly string[]> {
  if (settings.kubeconfig) return [path.resolve(settings.kubeconfig)];
  const listed = (settings.kubeconfigVariable ?? "").split(path.delimiter).filter((file) => file !== "");
  if (listed.length > 0) return listed.map((file) => path.resolve(file));
  if (settings.home === null) return [];
  const usual = path.join(settings.home, ".kube", "config");
  return (await fileExists(usual)) ? [usual] : [];
}

function namesOf(file: KubeconfigFile, wanted: KubeconfigSettings["contexts"]): string[] | Problem {
  if (wanted === "all") {
    if (file.contexts.size > 0) return [...file.contexts.keys()];
    return problem(null, "The kubeconfig has no context", "It names no context at all.", "Add one with kubectl config set-context.");
  }
  if (wanted !== null && wanted.length > 0) return [...new Set(wanted)];
  if (file.currentContext !== null) return [file.currentContext];
  const only = [...file.contexts.keys()];
  if (only.length === 1) return only;
  const fix = `Choose one with kubectl config use-context, or name the contexts to show. It has: ${only.join(", ") || "none"}.`;
  return problem(null, "The kubeconfig has no current context", "Nothing says which of its contexts to use.", fix);
}
