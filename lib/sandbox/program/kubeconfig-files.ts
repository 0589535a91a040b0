import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { dashboardUser, type SandboxUser } from "./users";

/** The server that kubeconfigs name; `cluster`: the name of the cluster in them, and so on the pages. */
export interface NamedServer {
  readonly cluster: string;
  readonly url: string;
  readonly authority: string;
}

/**
 * Writes `NAME.kubeconfig` for every user beside `path`, and `path` itself last, as the user `dashboard`:
 * its appearance means that the sandbox is ready. Only the owner may read them. Answers all paths.
 */
export function writeKubeconfigs(path: string, server: NamedServer, users: readonly SandboxUser[]): string[] {
  const folder = dirname(path);
  const files = users.map((user) => ({ file: join(folder, `${user.name}.kubeconfig`), user }));
  const dashboard = users.filter(({ name }) => name === dashboardUser).map((user) => ({ file: path, user }));
  for (const { file, user } of [...files, ...dashboard]) {
    writeFileSync(`${file}.new`, kubeconfigOf(server, user), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return [...files, ...dashboard].map(({ file }) => file);
}

/** Whoever finds a kubeconfig finds a server behind it. */
export function removeFiles(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { force: true });
}

function kubeconfigOf({ cluster: clusterName, url, authority }: NamedServer, { name, token, namespace }: SandboxUser): string {
  const context = { cluster: clusterName, user: name, ...(namespace === "" ? {} : { namespace }) };
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: clusterName, cluster: { server: url, "certificate-authority-data": Buffer.from(authority).toString("base64") } }],
    users: [{ name, user: { token } }],
    contexts: [{ name: clusterName, context }],
    "current-context": clusterName,
  });
}
