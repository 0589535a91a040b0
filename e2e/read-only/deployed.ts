import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";
import type { KubeObject } from "@/e2e/cluster";
import type { RecordedWorld } from "./world";

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

interface Kubeconfig {
  readonly users: readonly { readonly user: object }[];
}

const PLURALS: Readonly<Record<string, string>> = {
  ...{ Namespace: "namespaces", ServiceAccount: "serviceaccounts" },
  ...{ ClusterRole: "clusterroles", ClusterRoleBinding: "clusterrolebindings", Role: "roles", RoleBinding: "rolebindings" },
};

function collectionOf({ apiVersion, kind, metadata: { namespace } }: Manifest): string {
  const plural = PLURALS[kind];
  if (plural === undefined) throw new Error(`No cluster is known to be given a ${kind}.`);
  return `/${apiVersion.includes("/") ? "apis" : "api"}/${apiVersion}${namespace === undefined ? "" : `/namespaces/${namespace}`}/${plural}`;
}

/** Gives a cluster a role that reads, as `kubectl apply` does. Resolves to the name of a kubeconfig in `folder`, whose user is the account of that role. */
export async function deployRole({ admin, folder }: Pick<RecordedWorld, "admin" | "folder">, role: "reading-role" | "kiosk-role"): Promise<string> {
  const objects = parseAllDocuments(readFileSync(`lib/deployment/${role}.yaml`, "utf8")).map((part): Manifest => part.toJS());
  for (const object of objects) await admin.create(collectionOf(object), object);
  const account = objects.find(({ kind }) => kind === "ServiceAccount");
  if (account === undefined) throw new Error("The role is given to no account.");
  const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 3_600 } };
  const { status }: KubeObject & { status?: { token: string } } = await admin.create(`${collectionOf(account)}/${account.metadata.name}/token`, request);
  if (status === undefined) throw new Error("The cluster gave no token.");
  const config: Kubeconfig = parse(readFileSync(join(folder, "viewer.kubeconfig"), "utf8"));
  const users = config.users.map((user) => ({ ...user, user: { token: status.token } }));
  writeFileSync(join(folder, `${role}.kubeconfig`), stringify({ ...config, users }));
  return role;
}
