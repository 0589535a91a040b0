import { join } from "node:path";
import * as z from "zod";
import { linkedBase } from "@/lib/contract/kiali";
import { type OutsideLink, parseOutsideLinks } from "@/lib/contract/outside-links";
import { isObjectName } from "@/lib/domain/object-name";
import { SIGN_IN_SETTINGS, type SignInConfig, signInConfig } from "./access/sign-in-settings";
import { databaseProblem } from "./history/database-address";
import { rangesProblem } from "./http/peer-list";
import type { PublicUrl } from "./http/public-url";
import { misspeltSettings } from "./misspelt-settings";
import { nameList } from "./name-list";

/** Everything that can be set, from the environment; parsed once, with every default here. */
export interface Config {
  readonly kubeconfig: string | null;
  readonly kubeconfigVariable: string | null;
  readonly home: string | null;
  readonly contexts: readonly string[] | "all" | null;
  readonly allowExec: boolean;
  readonly serviceHost: string | null;
  readonly servicePort: string | null;
  readonly serviceAccountFolder: string;
  /** To try where an account may not list namespaces. */
  readonly namespaces: readonly string[];
  readonly visibleNamespaces: readonly string[] | null;
  readonly istioNamespace: string;
  readonly timeScale: number;
  readonly beatMs: number;
  readonly frameMs: number;
  /** How many live streams may be open at once, in all and of one viewer. */
  readonly maxStreams: number;
  readonly maxStreamsPerViewer: number;
  /** How many requests a second may come from one viewer and from one address; ten seconds' worth at once. */
  readonly requestsPerViewer: number;
  readonly requestsPerAddress: number;
  /** Most waiting page and API requests of one signed-in user, or of one address without a sign-in. */
  readonly queuedPerViewer: number;
  /** Ranges of addresses of the proxies in front whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** True = nothing is written to a cluster, whoever asks. */
  readonly readOnly: boolean;
  /** Do those who may see a group but not the mesh's ConfigMaps and gateways get what a bundle needs of them by the server's own account? */
  readonly shareMeshFacts: boolean;
  /** May what is written here send callers to themselves, or to what only their own machine should call? */
  readonly localAddresses: "refused" | "allowed";
  /** The ConfigMap, of each cluster, that holds the platform team's rules; null = there are none. */
  readonly guardRails: { readonly namespace: string; readonly name: string } | null;
  /** The ConfigMap, of each cluster, that holds views with names for everybody; null = there are none. */
  readonly teamViews: { readonly namespace: string; readonly name: string } | null;
  readonly signIn: SignInConfig;
  /** The only address under which browsers know this server; null = this machine's own names. */
  readonly publicUrl: PublicUrl | null;
  /** Where pages link to Kiali; null = not set. */
  readonly kialiUrl: string | null;
  /** Pages elsewhere about groups, machines and hosts. */
  readonly outsideLinks: readonly OutsideLink[];
  readonly history: HistoryConfig;
}

/** Where the history is kept, and how long and how much of it. `url` may hold a password: it is never logged or sent. */
export type HistoryConfig =
  | { readonly kind: "off"; readonly reason: string }
  | { readonly kind: "on"; readonly url: string | null; readonly folder: string; readonly days: number; readonly maxMb: number };

const configMap = z
  .string()
  .default("")
  .transform((text, context) => {
    const [namespace = "", name = "", ...rest] = text.split("/");
    if (text === "") return null;
    if (isObjectName(namespace) && isObjectName(name) && rest.length === 0) return { namespace, name };
    context.addIssue("is no ConfigMap: NAMESPACE/NAME");
    return z.NEVER;
  });

const rangeList = nameList.superRefine((ranges, context) => {
  const problem = rangesProblem(ranges);
  if (problem !== null) context.addIssue(problem);
});

/** Every variable that the server reads. */
export const Environment = z.object({
  STOLOS_KUBECONFIG: z.string().optional(),
  KUBECONFIG: z.string().optional(),
  HOME: z.string().optional(),
  NODE_TLS_REJECT_UNAUTHORIZED: z
    .string()
    .optional()
    .refine(
      (text) => text !== "0",
      "is 0, so that Node checks no certificate where nothing else is said, as of the database: take it away, and name who signs them (certificate-authority in the kubeconfig, STOLOS_OIDC_CA, sslrootcert in STOLOS_DATABASE_URL, NODE_EXTRA_CA_CERTS)",
    ),
  STOLOS_CONTEXTS: nameList,
  STOLOS_ALLOW_EXEC: z.enum(["true", "false"]).optional(),
  KUBERNETES_SERVICE_HOST: z.string().optional(),
  KUBERNETES_SERVICE_PORT: z.string().optional(),
  STOLOS_SERVICE_ACCOUNT_FOLDER: z.string().default("/var/run/secrets/kubernetes.io/serviceaccount"),
  STOLOS_NAMESPACES: nameList,
  STOLOS_VISIBLE_NAMESPACES: nameList,
  STOLOS_ISTIO_NAMESPACE: z.string().default("istio-system"),
  STOLOS_TIME_SCALE: z.coerce.number().min(1).max(100).default(1),
  STOLOS_BEAT_SECONDS: z.coerce.number().min(0.1).max(5).default(5),
  STOLOS_FRAME_MS: z.coerce.number().min(10).max(1000).default(50),
  STOLOS_MAX_STREAMS: z.coerce.number().int().min(1).max(100_000).default(1_000),
  STOLOS_MAX_STREAMS_PER_VIEWER: z.coerce.number().int().min(1).max(100_000).default(50),
  STOLOS_REQUESTS_PER_VIEWER: z.coerce.number().min(0.1).max(100_000).default(50),
  STOLOS_REQUESTS_PER_ADDRESS: z.coerce.number().min(0.1).max(100_000).default(200),
  STOLOS_QUEUE_PER_VIEWER: z.coerce.number().int().min(1).max(100_000).default(64),
  STOLOS_TRUSTED_PROXIES: rangeList,
  STOLOS_READ_ONLY: z.enum(["true", "false"]).default("true"),
  STOLOS_SHARE_MESH_FACTS: z.enum(["true", "false"]).default("true"),
  STOLOS_LOCAL_ADDRESSES: z.enum(["refused", "allowed"]).default("refused"),
  STOLOS_GUARD_RAILS: configMap,
  STOLOS_TEAM_VIEWS: configMap,
  ...SIGN_IN_SETTINGS,
  STOLOS_KIALI_URL: z
    .string()
    .default("")
    .refine((text) => text === "" || linkedBase(text) !== null, "is no address of http or https without a password, a query or a fragment"),
  STOLOS_LINKS: z
    .string()
    .default("")
    .transform((text, context) => {
      const read = parseOutsideLinks(text);
      if ("links" in read) return read.links;
      context.addIssue(read.problem);
      return z.NEVER;
    }),
  STOLOS_HISTORY: z.enum(["on", "off"]).default("on"),
  STOLOS_DATA: z.string().optional(),
  XDG_STATE_HOME: z.string().optional(),
  STOLOS_DATABASE_URL: z.string().optional(),
  PGHOST: z.string().optional(),
  PGSSLMODE: z.string().optional(),
  STOLOS_HISTORY_DAYS: z.coerce.number().min(0.01).max(3_650).default(30),
  STOLOS_HISTORY_MAX_MB: z.coerce.number().min(16).max(1_000_000).default(2_048),
});

/** Reads the environment; throws one sentence per setting that cannot be read. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const read = Environment.safeParse(environment);
  if (!read.success) throw new Error(read.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; "));
  const misspelt = misspeltSettings(environment, Object.keys(Environment.shape));
  if (misspelt.length > 0) throw new Error(misspelt.join("; "));
  const set = read.data;
  const signIn = signInConfig(set);
  return {
    kubeconfig: set.STOLOS_KUBECONFIG || null,
    kubeconfigVariable: set.KUBECONFIG || null,
    home: set.HOME || null,
    contexts: set.STOLOS_CONTEXTS.length === 0 ? null : set.STOLOS_CONTEXTS.includes("*") ? "all" : set.STOLOS_CONTEXTS,
    // Whoever starts the server on his own machine runs the program himself every day. A server for others runs none that nobody has allowed.
    allowExec: set.STOLOS_ALLOW_EXEC === undefined ? signIn.kind === "local" && !set.KUBERNETES_SERVICE_HOST : set.STOLOS_ALLOW_EXEC === "true",
    serviceHost: set.KUBERNETES_SERVICE_HOST || null,
    servicePort: set.KUBERNETES_SERVICE_PORT || null,
    serviceAccountFolder: set.STOLOS_SERVICE_ACCOUNT_FOLDER,
    namespaces: [...new Set([...set.STOLOS_NAMESPACES, ...set.STOLOS_KIOSK_NAMESPACES])],
    visibleNamespaces: set.STOLOS_VISIBLE_NAMESPACES.length === 0 ? null : set.STOLOS_VISIBLE_NAMESPACES,
    istioNamespace: set.STOLOS_ISTIO_NAMESPACE,
    timeScale: set.STOLOS_TIME_SCALE,
    beatMs: set.STOLOS_BEAT_SECONDS * 1000,
    frameMs: set.STOLOS_FRAME_MS,
    maxStreams: set.STOLOS_MAX_STREAMS,
    maxStreamsPerViewer: set.STOLOS_MAX_STREAMS_PER_VIEWER,
    requestsPerViewer: set.STOLOS_REQUESTS_PER_VIEWER,
    requestsPerAddress: set.STOLOS_REQUESTS_PER_ADDRESS,
    queuedPerViewer: set.STOLOS_QUEUE_PER_VIEWER,
    trustedProxies: trustedProxies(set),
    readOnly: set.STOLOS_READ_ONLY === "true",
    shareMeshFacts: set.STOLOS_SHARE_MESH_FACTS === "true",
    localAddresses: set.STOLOS_LOCAL_ADDRESSES,
    guardRails: set.STOLOS_GUARD_RAILS,
    teamViews: set.STOLOS_TEAM_VIEWS,
    signIn,
    publicUrl: set.STOLOS_PUBLIC_URL,
    kialiUrl: linkedBase(set.STOLOS_KIALI_URL),
    outsideLinks: set.STOLOS_LINKS,
    history: historyConfig(set),
  };
}

function trustedProxies(set: z.infer<typeof Environment>): readonly string[] {
  if (set.STOLOS_TRUSTED_PROXIES.length === 0 || set.STOLOS_PUBLIC_URL !== null) return set.STOLOS_TRUSTED_PROXIES;
  throw new Error("STOLOS_TRUSTED_PROXIES is set without STOLOS_PUBLIC_URL, the address of such a proxy: whoever connects would say from where he comes");
}

function historyConfig(set: z.infer<typeof Environment>): HistoryConfig {
  if (set.STOLOS_HISTORY === "off") return { kind: "off", reason: "STOLOS_HISTORY is off" };
  const url = set.STOLOS_DATABASE_URL || null;
  const problem = url === null ? null : databaseProblem(url, { host: set.PGHOST ?? "", sslMode: set.PGSSLMODE ?? "" });
  if (problem !== null) throw new Error(`STOLOS_DATABASE_URL: ${problem}`);
  const state = set.XDG_STATE_HOME || (set.HOME && join(set.HOME, ".local", "state"));
  const folder = set.STOLOS_DATA || (state && join(state, "stolos"));
  if (!folder && url === null) return { kind: "off", reason: "there is no folder for it: set STOLOS_DATA" };
  return { kind: "on", url, folder: folder || "", days: set.STOLOS_HISTORY_DAYS, maxMb: set.STOLOS_HISTORY_MAX_MB };
}
