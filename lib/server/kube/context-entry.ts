import { truncateText } from "@/lib/domain/object/clean-text";
import { asText } from "@/lib/domain/preview/values";
import { NO_PROXIES, proxyFor } from "@/lib/server/http/outbound-proxy";
import type { ClusterContext, ContextOrigin, KubeconfigSettings } from "./cluster-context";
import { credentialSource, type KubeConfigParts } from "./credentials";
import { fileExists } from "./file-exists";
import type { KubeconfigFile } from "./kubeconfig-file";
import { at } from "./parse/json";
import { type Problem, problem } from "./problem";

/** One context of a kubeconfig, checked: what would fail later is a problem now. `from`: the files of the kubeconfig, and how to read it again. */
export async function contextOf(
  file: KubeconfigFile,
  name: string,
  settings: KubeconfigSettings,
  from: Pick<ContextOrigin, "files" | "read">,
): Promise<ClusterContext | Problem> {
  const context = file.contexts.get(name);
  if (context === undefined) {
    const names = [...file.contexts.keys()];
    const fix = `Use one of: ${names.join(", ") || "(none)"}.`;
    const by = Array.isArray(settings.contexts) ? "STOLOS_CONTEXTS names it" : "It is the current-context";
    const detail = `${by}, but ${from.files.join(", ")} does not have it.`;
    return problem(name, `The kubeconfig has no context "${name}"`, detail, fix, { code: "no-context", names });
  }
  const clusterName = asText(context.get("cluster"));
  const userName = asText(context.get("user"));
  const cluster = file.clusters.get(clusterName);
  if (cluster === undefined) {
    const detail =
      clusterName === "" ? `Context "${name}" names no cluster.` : `Context "${name}" names the cluster "${clusterName}", which the file does not have.`;
    return problem(name, "The context has no cluster", detail, "Set it with kubectl config set-context … --cluster=….");
  }
  const user = file.users.get(userName);
  if (user === undefined && userName !== "") {
    const detail = `Context "${name}" names the user "${userName}", which the file does not have.`;
    return problem(name, "The context has no user", detail, "Add it with kubectl config set-credentials.");
  }
  const wrong = checkServer(name, asText(cluster.get("server"))) ?? checkProxy(name, asText(cluster.get("proxy-url")));
  const flaw = wrong ?? (await checkUser(name, cluster, user ?? new Map(), settings.allowExec));
  if (flaw !== null) return flaw;
  const server = asText(cluster.get("server")).replace(/\/+$/, "");
  return {
    ...{ cluster: name, server },
    proxyUrl: asText(cluster.get("proxy-url")) || proxyFor(server, settings.proxies ?? NO_PROXIES),
    namespace: asText(context.get("namespace")),
    ...optional("impersonates", user?.get("as")),
    credentials: credentialSource(partsOf(name, cluster, user ?? new Map())),
    origin: {
      what: "kubeconfig",
      files: [...from.files, ...namedFiles(cluster, user ?? new Map()).map(({ file: named }) => named)],
      isFixed: !user?.get("exec") && !user?.get("auth-provider"),
      read: from.read,
    },
  };
}

/** The files that a context names, with the field that does. */
function namedFiles(cluster: ReadonlyMap<string, unknown>, user: ReadonlyMap<string, unknown>) {
  const fields: [string, ReadonlyMap<string, unknown>, string][] = [
    ["certificate-authority", cluster, "certificate authority"],
    ["client-certificate", user, "client certificate"],
    ["client-key", user, "client key"],
    ["tokenFile", user, "token"],
  ];
  return fields.map(([field, held, what]) => ({ field, file: asText(held.get(field)), what })).filter(({ file }) => file !== "");
}

function checkServer(name: string, server: string): Problem | null {
  const fix = "Set the address with kubectl config set-cluster … --server=https://….";
  if (server === "") return problem(name, "The cluster has no address", `The cluster of context "${name}" has no server.`, fix);
  if (URL.canParse(server) && /^https?:$/.test(new URL(server).protocol)) return null;
  return problem(name, "The cluster's address is no URL", `The cluster of context "${name}" has the server "${truncateText(server, 200)}".`, fix);
}

function checkProxy(name: string, proxy: string): Problem | null {
  if (proxy === "" || (URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol))) return null;
  return problem(name, "The cluster's proxy is not supported", "Its proxy-url is not an http or https address.", "Use an HTTP proxy, or none.");
}

async function checkUser(name: string, cluster: ReadonlyMap<string, unknown>, user: ReadonlyMap<string, unknown>, allowExec: boolean): Promise<Problem | null> {
  if (startsProgram(user) && !allowExec) {
    const detail = `The user of context "${name}" gets its token from a program, and this server is not allowed to start programs.`;
    return problem(
      name,
      "The kubeconfig wants to start a program",
      detail,
      "Allow it in the settings (STOLOS_ALLOW_EXEC=true), or use a token or certificate.",
    );
  }
  for (const { field, file, what } of namedFiles(cluster, user)) {
    if (await fileExists(file)) continue;
    return problem(name, `The file of the ${what} cannot be read`, `Context "${name}": ${field} is ${file}.`, "Put the file there, or correct the path.");
  }
  return null;
}

/** The Kubernetes client starts the program of an `exec`, and one that an `auth-provider` names, as those of clouds did; OpenID Connect's names none. */
function startsProgram(user: ReadonlyMap<string, unknown>): boolean {
  const provider = user.get("auth-provider");
  if (user.get("exec")) return true;
  return Boolean(provider) && (at(provider, "name") !== "oidc" || at(provider, "config", "exec") !== undefined);
}

function partsOf(name: string, cluster: ReadonlyMap<string, unknown>, user: ReadonlyMap<string, unknown>): KubeConfigParts {
  const tokenFile = asText(user.get("tokenFile"));
  const clusterPart = {
    name: "cluster",
    server: asText(cluster.get("server")),
    // The transport decides on TLS by the address; the Kubernetes client refuses plain http unless told so here.
    skipTLSVerify: cluster.get("insecure-skip-tls-verify") === true || asText(cluster.get("server")).startsWith("http:"),
    ...optional("caData", cluster.get("certificate-authority-data")),
    ...optional("caFile", cluster.get("certificate-authority")),
    ...optional("tlsServerName", cluster.get("tls-server-name")),
  };
  const userPart = {
    name: "user",
    ...optional("certData", user.get("client-certificate-data")),
    ...optional("certFile", user.get("client-certificate")),
    ...optional("keyData", user.get("client-key-data")),
    ...optional("keyFile", user.get("client-key")),
    ...(tokenFile === "" ? optional("token", user.get("token")) : {}),
    ...optional("username", user.get("username")),
    ...optional("password", user.get("password")),
    ...optional("impersonateUser", user.get("as")),
    ...(user.get("exec") ? { exec: user.get("exec") } : {}),
    ...(tokenFile === "" ? (user.get("auth-provider") ? { authProvider: user.get("auth-provider") } : {}) : tokenFrom(tokenFile)),
  };
  return { clusters: [clusterPart], users: [userPart], contexts: [{ name, cluster: "cluster", user: "user" }], currentContext: name };
}

/** A token file, as the Kubernetes client wants to hear of it: it re-reads the file once a minute. */
function tokenFrom(tokenFile: string): { authProvider: { name: string; config: { tokenFile: string } } } {
  return { authProvider: { name: "tokenFile", config: { tokenFile } } };
}

function optional(field: string, value: unknown): Record<string, string> {
  return typeof value === "string" && value !== "" ? { [field]: value } : {};
}
