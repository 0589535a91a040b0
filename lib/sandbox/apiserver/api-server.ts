import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Webhook } from "./admission";
import type { TokenUser } from "./authn";
import { bootstrapObjects } from "./bootstrap-objects";
import { ClusterStore } from "./cluster-store";
import { startControllers } from "./controllers";
import { accepted } from "./definition-controller";
import type { Cluster } from "./exchange";
import { istioDefinitions } from "./istio-definitions";
import type { KubeObject } from "./kube-object";
import { kubeconfigText } from "./kubeconfig";
import { createAuthority, type KeyPairPem } from "./pki";
import { Registry } from "./registry";
import { route } from "./router";
import { Storage } from "./storage";
import { TokenIssuer } from "./token-issuer";
import { type IssuerOptions, TrustedIssuer } from "./trusted-issuer";

export interface ApiServerOptions {
  /** Users with static bearer tokens. `system:masters` among the groups means all rights. */
  readonly users: readonly TokenUser[];
  /** Milliseconds since the epoch; the `Date` header and all timestamps come from it. */
  readonly clock?: () => number;
  /** 0 (the default) takes any free port. */
  readonly port?: number;
  /** A loopback address; 127.0.0.1 by default. */
  readonly host?: string;
  /** CustomResourceDefinitions that exist at start. Default: the Istio kinds; an empty list is a cluster without Istio. */
  readonly definitions?: readonly KubeObject[];
  /** Changes that each resource remembers for watches and continue tokens. Default 10,000. */
  readonly logCapacity?: number;
  readonly bookmarkIntervalMs?: number;
  /** Asked before objects are created or updated. Default: nobody is. */
  readonly webhook?: Webhook;
  /** An OpenID provider whose ID tokens are taken. Default: none is. */
  readonly issuer?: IssuerOptions;
  /** kube-apiserver's `--service-account-max-token-expiration` in seconds, which here may be shorter than its hour. Default: none. */
  readonly maxTokenSeconds?: number;
  /** Garbage collection, namespace deletion and the like. Default true. */
  readonly controllers?: boolean;
}

export interface ApiServer {
  readonly url: string;
  readonly caPem: string;
  /** The objects themselves, for bulk seeding and for tests; no HTTP between. */
  readonly storage: ClusterStore;
  /** A kubeconfig (YAML) for one of the users. Throws for an unknown name. */
  kubeconfig(user: string): string;
  /** A client certificate that this server takes as `user` in `groups`. */
  clientCertificate(user: string, groups: readonly string[]): Promise<KeyPairPem>;
  close(): Promise<void>;
}

/** Starts a Kubernetes API server on loopback, over HTTPS with a certificate authority made at start. */
export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const clock = options.clock ?? Date.now;
  const host = options.host ?? "127.0.0.1";
  if (!isLoopback(host)) throw new Error(`the sandbox listens on loopback only, not on ${host}`);
  const storage = new Storage({ clock, logCapacity: options.logCapacity ?? 10_000 });
  const registry = new Registry(storage);
  const cluster: Cluster = {
    storage,
    registry,
    clock,
    bookmarkIntervalMs: options.bookmarkIntervalMs ?? 60_000,
    webhook: options.webhook ?? null,
    issuer: new TokenIssuer(clock),
    maxTokenSeconds: options.maxTokenSeconds ?? null,
    trusted: options.issuer === undefined ? null : new TrustedIssuer(options.issuer, clock),
  };
  const store = new ClusterStore(storage, registry);
  const stopControllers = startControllers(cluster, options.controllers ?? true);
  for (const object of bootstrapObjects()) store.seed(object, "kube-apiserver");
  for (const definition of options.definitions ?? istioDefinitions()) store.seed(accepted(definition, true, storage.now()));

  const authority = await createAuthority(Math.min(clock(), Date.now()), ["localhost", "127.0.0.1", "::1"]);
  const tokens = new Map(options.users.map((user) => [user.token, user]));
  const { certificate: cert, key } = authority.server;
  const server = createServer({ cert, key, ca: authority.caPem, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    void route(cluster, tokens, request, response);
  });
  server.keepAliveTimeout = 90_000;
  await listen(server, options.port ?? 0, host);
  const url = `https://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    caPem: authority.caPem,
    storage: store,
    kubeconfig: (name) => kubeconfigText(url, authority.caPem, name, { kind: "token", token: tokenOf(options.users, name) }),
    clientCertificate: (user, groups) => authority.issueClient(user, groups),
    close: () => {
      stopControllers();
      return close(server);
    },
  };
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function tokenOf(users: readonly TokenUser[], name: string): string {
  const user = users.find((known) => known.name === name);
  if (user === undefined) throw new Error(`the sandbox has no user ${name}`);
  return user.token;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
