import path from "node:path";
import type { ClusterContext, KubeconfigSettings } from "./cluster-context";
import { contextOf } from "./context-entry";
import { fileExists } from "./file-exists";
import { inClusterContext } from "./in-cluster";
import { type KubeconfigFile, readKubeconfig } from "./kubeconfig-file";
import { listKubeconfigs } from "./kubeconfig-folder";
import { type Problem, problem } from "./problem";

export interface LoadedContexts {
  readonly contexts: readonly ClusterContext[];
  readonly problems: readonly Problem[];
  /** The place that names each cluster: the files of the kubeconfig, a file of the folder, or the service account. */
  readonly places: ReadonlyMap<string, string>;
  /** The places that could not be read, each with its problems. Their clusters may still be configured. */
  readonly unreadable: ReadonlyMap<string, readonly Problem[]>;
  /** The context that is used because the kubeconfig says that it is the current one; null = none. */
  readonly currentContext: string | null;
  /** Every file and folder that was read; some may not exist. */
  readonly files: readonly string[];
}

/** The clusters that an earlier reading found. */
interface EarlierContexts {
  /** The place of each cluster that is watched. */
  readonly places: ReadonlyMap<string, string>;
  /** The context that was the current one; null = none was needed. */
  readonly currentContext: string | null;
}

const NOTHING_EARLIER: EarlierContexts = { places: new Map(), currentContext: null };

/** The contexts of one place. */
interface ReadPlace {
  readonly place: string;
  readonly contexts: readonly ClusterContext[];
  readonly problems: readonly Problem[];
  readonly files: readonly string[];
  readonly isUnreadable?: true;
  readonly currentContext?: string;
}

/**
 * Loads the clusters to watch: those of the kubeconfig (the file set, else KUBECONFIG) and of the folder of kubeconfigs. Without both: those of the home folder, else
 * the cluster around the process. Never throws.
 */
export async function loadContexts(settings: KubeconfigSettings, earlier = NOTHING_EARLIER): Promise<LoadedContexts> {
  const read = await readPlaces(settings, earlier);
  const places = new Map<string, string>();
  const contexts: ClusterContext[] = [];
  const problems = read.flatMap((one) => one.problems);
  for (const [cluster, named] of contextsByName(read)) {
    const used = named.length === 1 ? named[0] : named.find(({ place }) => earlier.places.get(cluster) === place);
    if (named.length > 1) problems.push(sameName(cluster, named, used?.place));
    if (used === undefined) continue;
    contexts.push(used.context);
    places.set(cluster, used.place);
  }
  const unreadable = new Map(read.flatMap((one) => (one.isUnreadable ? [[one.place, one.problems] as const] : [])));
  const currentContext = read.find((one) => one.currentContext !== undefined)?.currentContext ?? null;
  return { contexts, problems, places, unreadable, currentContext, files: read.flatMap(({ files }) => files) };
}

interface NamedContext {
  readonly place: string;
  readonly context: ClusterContext;
}

function contextsByName(read: readonly ReadPlace[]): ReadonlyMap<string, readonly NamedContext[]> {
  const found = new Map<string, NamedContext[]>();
  for (const { place, contexts } of read)
    for (const context of contexts) found.set(context.cluster, [...(found.get(context.cluster) ?? []), { place, context }]);
  return found;
}

function sameName(cluster: string, named: readonly NamedContext[], used: string | undefined): Problem {
  const effect = used === undefined ? "Stolos watches none of them." : `Stolos watches the one of ${used}, as before.`;
  const detail = `${named.map(({ place }) => place).join(" and ")} name it. ${effect}`;
  return problem(cluster, `Several clusters have the name "${cluster}"`, detail, "Rename a file or a context.");
}

async function readPlaces(settings: KubeconfigSettings, earlier: EarlierContexts): Promise<readonly ReadPlace[]> {
  const files = await filesOf(settings);
  if (files.length === 0 && settings.kubeconfigs === null) return [await readServiceAccount(settings)];
  const kubeconfig = files.length === 0 ? [] : [await readMerged(files, settings, earlier.currentContext)];
  return [...kubeconfig, ...(settings.kubeconfigs === null ? [] : await readFolder(path.resolve(settings.kubeconfigs), settings, earlier))];
}

async function readServiceAccount(settings: KubeconfigSettings): Promise<ReadPlace> {
  const context = await inClusterContext(settings);
  // A kubeconfig that is made later in the home folder comes before the account.
  const place = { place: "the service account", files: homeKubeconfig(settings) };
  return "kind" in context ? { ...place, contexts: [], problems: [context], isUnreadable: true } : { ...place, contexts: [context], problems: [] };
}

async function readMerged(files: readonly string[], settings: KubeconfigSettings, currentContext: string | null): Promise<ReadPlace> {
  const place = files.join(path.delimiter);
  const file = await readKubeconfig(files);
  if ("kind" in file) return { place, files, contexts: [], problems: [file], isUnreadable: true };
  const names = namesOf(file, settings.contexts, currentContext);
  if (!Array.isArray(names)) return { place, files, contexts: [], problems: [names] };
  const read = await Promise.all(names.map((name) => contextOf(file, name, settings, { files, read: () => readContext(files, name, settings) })));
  const problems = [...problemsIn(read), ...file.hidden.filter(({ context }) => names.includes(context ?? ""))];
  const [name] = names;
  return { place, ...withFiles(files, read), problems, ...(settings.contexts === null && name !== undefined && { currentContext: name }) };
}

function withFiles(files: readonly string[], read: readonly (ClusterContext | Problem)[]): Pick<ReadPlace, "contexts" | "files"> {
  const contexts = read.flatMap((one) => ("kind" in one ? [] : [one]));
  return { contexts, files: [...new Set([...files, ...contexts.flatMap(({ origin }) => origin?.files ?? [])])] };
}

function problemsIn(read: readonly (ClusterContext | Problem)[]): readonly Problem[] {
  return read.flatMap((one) => ("kind" in one ? [one] : []));
}

/** The same context again, from what its files say now. */
async function readContext(files: readonly string[], name: string, settings: KubeconfigSettings): Promise<ClusterContext | Problem> {
  const file = await readKubeconfig(files);
  return "kind" in file ? file : contextOf(file, name, settings, { files, read: () => readContext(files, name, settings) });
}

/** Each file of the folder is a place with one cluster, which has the name of the file. */
async function readFolder(folder: string, settings: KubeconfigSettings, earlier: EarlierContexts): Promise<readonly ReadPlace[]> {
  const listed = await listKubeconfigs(folder);
  const own: ReadPlace = { place: folder, contexts: [], problems: listed.problems, files: listed.folders };
  if (listed.isUnreadable) {
    const unread = [...earlier.places.values()].filter((place) => place.startsWith(`${folder}${path.sep}`));
    return [own, ...unread.map((place): ReadPlace => ({ place, contexts: [], problems: [], files: [], isUnreadable: true }))];
  }
  const files = listed.files.map(async ({ file, cluster }): Promise<ReadPlace> => {
    const read = await readFileOfFolder(file, cluster, settings);
    if ("kind" in read) return { place: file, contexts: [], problems: [read], files: [file], isUnreadable: true };
    return { place: file, ...withFiles([file], [read]), problems: [] };
  });
  return [own, ...(await Promise.all(files))];
}

async function readFileOfFolder(file: string, cluster: string, settings: KubeconfigSettings): Promise<ClusterContext | Problem> {
  const read = await readKubeconfig([file]);
  if ("kind" in read) return { ...read, context: cluster };
  const names = namesOf(read, null, null);
  const [name] = Array.isArray(names) ? names : [];
  if (!Array.isArray(names) || name === undefined)
    return problem(cluster, "The kubeconfig has no current context", `${file}: nothing says which of its contexts to use.`, "Set its current-context.");
  const context = await contextOf(read, name, settings, { files: [file], read: again });
  return "kind" in context ? { ...context, context: cluster } : { ...context, cluster };

  /** A missing file is no problem of its cluster: the cluster is about to be removed. */
  async function again(): Promise<ClusterContext | Problem> {
    const next = await readFileOfFolder(file, cluster, settings);
    return "kind" in next && next.code === "no-file" && context !== undefined && !("kind" in context) ? { ...context, cluster } : next;
  }
}

async function filesOf(settings: KubeconfigSettings): Promise<readonly string[]> {
  if (settings.kubeconfig) return [path.resolve(settings.kubeconfig)];
  const listed = (settings.kubeconfigVariable ?? "").split(path.delimiter).filter((file) => file !== "");
  if (listed.length > 0) return listed.map((file) => path.resolve(file));
  if (settings.kubeconfigs !== null) return [];
  const [usual] = homeKubeconfig(settings);
  return usual !== undefined && (await fileExists(usual)) ? [usual] : [];
}

/** The path of the kubeconfig in the home folder, whether it exists or not. */
function homeKubeconfig({ home }: KubeconfigSettings): readonly string[] {
  return home === null ? [] : [path.join(home, ".kube", "config")];
}

/** `chosen`: the context that was the current one before. It stays, so that `kubectl config use-context` changes no running server. */
function namesOf(file: KubeconfigFile, wanted: KubeconfigSettings["contexts"], chosen: string | null): string[] | Problem {
  if (wanted === "all") {
    if (file.contexts.size > 0) return [...file.contexts.keys()];
    return problem(null, "The kubeconfig has no context", "It names no context at all.", "Add one with kubectl config set-context.");
  }
  if (wanted !== null && wanted.length > 0) return [...new Set(wanted)];
  if (chosen !== null && file.contexts.has(chosen)) return [chosen];
  if (file.currentContext !== null) return [file.currentContext];
  const only = [...file.contexts.keys()];
  if (only.length === 1) return only;
  const fix = `Choose one with kubectl config use-context, or name the contexts to show. It has: ${only.join(", ") || "none"}.`;
  return problem(null, "The kubeconfig has no current context", "Nothing says which of its contexts to use.", fix);
}
