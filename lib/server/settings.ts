import * as z from "zod";
import { parseExternalLinks, parseLinkBase } from "@/lib/contract/url/external-links";
import { truncateText } from "@/lib/domain/object/clean-text";
import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { shownText } from "@/lib/format/shown-text";
import { parseProxy } from "./http/outbound-proxy";
import { rangesProblem } from "./http/peer-list";
import { parsePublicUrl } from "./http/public-url";
import { LOG_LEVELS } from "./log";
import { withoutSecrets } from "./without-secrets";

/** The most characters of a value that an error quotes. */
const VALUE_AT_MOST = 80;

/** The ways to identify a user. */
export const SIGN_INS = ["local", "token", "oidc", "proxy", "kiosk"] as const;
export type SignInKind = (typeof SIGN_INS)[number];

/** A variable of the environment. Documents, `--help`, the list of public names and several tests derive from it. */
export interface Setting {
  /** Parses the text of the variable, or `default`. */
  readonly shape: z.ZodType;
  /** The text that an unset variable stands for. */
  readonly default?: string;
  /** Describes the default, in Markdown, if it depends on something else. */
  readonly otherwise?: string;
  /** Explains the setting, in Markdown. */
  readonly about: string;
  /** True if logs, errors and answers must not contain the value. */
  readonly secret?: true;
  /** The name of the value in `Config`. Without one, `readConfig` combines it with others. */
  readonly field?: string;
  /** The sign-ins that use the setting. With another one it stops the start. */
  readonly signIns?: readonly SignInKind[];
}

const text = z.string().default("");
const trimmed = z.string().trim().default("");
const textOrNull = z.string().optional().transform(nullIfEmpty);
const oneOf = <const Word extends string>(words: readonly Word[]) => z.enum(words, { error: `is none of: ${words.join(", ")}` });
const toggle = oneOf(["true", "false"]).transform((given) => given === "true");
const count = numberFrom(1, 100_000, { isWhole: true });
const rate = numberFrom(0.1, 100_000);
const names = text.transform(namesIn);
const ranges = names.superRefine((given, context) => {
  const problem = rangesProblem(given);
  if (problem !== null) context.addIssue(problem);
});

/** Parses with `read`, and reports the sentence that it throws. */
const readBy = <Value>(read: (given: string) => Value) =>
  text.transform((given, context) => {
    try {
      return read(given);
    } catch (problem) {
      context.addIssue(problem instanceof Error ? problem.message : String(problem));
      return z.NEVER;
    }
  });
const configMap = readBy((given) => {
  const [namespace = "", name = "", ...rest] = given.split("/");
  if (given === "") return null;
  if (isObjectName(namespace) && isObjectName(name) && rest.length === 0) return { namespace, name };
  throw new Error("is no ConfigMap: NAMESPACE/NAME");
});

/** The example of docs/sign-in.md. */
const EXAMPLE_KEY = "bm8gb25lIHNlYWxzIGEgc2Vzc2lvbiBieSB0aGlzISE=";
const sessionKeys = z
  .string()
  .optional()
  .transform((given) => (given ? given.split(/[\s,]+/).map((key) => Buffer.from(key, "base64")) : null))
  .refine(
    (keys) => keys === null || keys.every((key) => key.length >= 32 && new Set(key).size >= 16),
    "is no key: 32 random bytes in base64 (openssl rand -base64 32)",
  )
  .refine(
    (keys) => keys === null || keys.every((key) => key.toString("base64") !== EXAMPLE_KEY),
    "is the example key of docs/sign-in.md, which is public: generate your own (openssl rand -base64 32)",
  );

/** A text with a default that also replaces an empty one. */
const textOr = (unset: string) => ({ shape: z.string().transform((given) => given.trim() || unset), default: unset });

const CLUSTERS = {
  STOLOS_KUBECONFIG: { field: "kubeconfig", shape: textOrNull, about: "the kubeconfig; preferred to `KUBECONFIG`" },
  KUBECONFIG: {
    field: "kubeconfigVariable",
    shape: textOrNull,
    otherwise: "`~/.kube/config`",
    about: "as in kubectl; if no file exists, the service account of the Pod",
  },
  STOLOS_KUBECONFIGS: {
    field: "kubeconfigs",
    shape: textOrNull,
    about: "a folder of mounted Secrets: each file is the kubeconfig of one cluster, which has the name of the file",
  },
  STOLOS_CONTEXTS: {
    field: "contexts",
    shape: names.transform((given) => (given.length === 0 ? null : given.includes("*") ? ("all" as const) : given)),
    otherwise: "the current context",
    about: "contexts of the kubeconfig to show, separated by commas; `*` for all, also those that are added later",
  },
  STOLOS_ALLOW_EXEC: {
    shape: toggle.optional(),
    otherwise: "`false`; local sign-in outside a Pod `true`",
    about: "allows a kubeconfig to run a program for its credentials",
  },
  STOLOS_SERVICE_ACCOUNT_FOLDER: {
    field: "serviceAccountFolder",
    shape: text,
    default: "/var/run/secrets/kubernetes.io/serviceaccount",
    about: "folder of the service account in a Pod",
  },
  STOLOS_NAMESPACES: { shape: names, about: "namespaces to read if the account may not list namespaces, separated by commas" },
  STOLOS_VISIBLE_NAMESPACES: {
    field: "visibleNamespaces",
    shape: names.transform((given) => (given.length === 0 ? null : given)),
    otherwise: "all",
    about: "shows only these namespaces, separated by commas",
  },
  STOLOS_ISTIO_NAMESPACE: { field: "istioNamespace", shape: text, default: "istio-system", about: "namespace of istiod" },
} as const satisfies Readonly<Record<string, Setting>>;

const SERVER = {
  STOLOS_HOST: { shape: text, default: "127.0.0.1", about: "address to listen on; other than loopback only with a sign-in and TLS in front" },
  STOLOS_PORT: { shape: text, default: "3000", about: "port to listen on; `PORT` works too" },
  PORT: { shape: text, default: "3000", about: "port to listen on if `STOLOS_PORT` is not set" },
  STOLOS_PUBLIC_URL: {
    field: "publicUrl",
    shape: readBy(parsePublicUrl),
    otherwise: "names of this machine",
    about: "the only origin for browsers (`https://…`); used for redirects and cookies",
  },
  STOLOS_TRUSTED_PROXIES: { shape: ranges, otherwise: "none", about: "address ranges of proxies whose `X-Forwarded-For` is used" },
  STOLOS_BEAT_SECONDS: {
    field: "beatMs",
    shape: numberFrom(0.1, 5).transform((seconds) => seconds * 1_000),
    default: "5",
    about: "interval of the heartbeat of a stream",
  },
  STOLOS_FRAME_MS: { field: "frameMs", shape: numberFrom(10, 1_000), default: "50", about: "changes within this time are sent in one event" },
  STOLOS_MAX_STREAMS: { field: "maxStreams", shape: count, default: "1000", about: "live streams of all users; further ones get 429" },
  STOLOS_MAX_STREAMS_PER_VIEWER: {
    field: "maxStreamsPerViewer",
    shape: count,
    default: "50",
    about: "live streams of one user; without sign-in, all browsers count as one user",
  },
  STOLOS_REQUESTS_PER_VIEWER: {
    field: "requestsPerViewer",
    shape: rate,
    default: "50",
    about: "requests per second of one user, with a burst of ten seconds; further ones get 429",
  },
  STOLOS_REQUESTS_PER_ADDRESS: {
    field: "requestsPerAddress",
    shape: rate,
    default: "200",
    about: "the same for one address without sign-in or one user; files count too",
  },
  STOLOS_QUEUE_PER_VIEWER: {
    field: "queuedPerViewer",
    shape: count,
    default: "64",
    about: "queued requests of one user or address; further ones get 503, see [limits](limits.md)",
  },
  STOLOS_LOG_LEVEL: { shape: oneOf(LOG_LEVELS), default: "info", about: "`warn` and `error` leave out less severe lines of the log; the audit is `info`" },
  STOLOS_TIME_SCALE: {
    field: "timeScale",
    shape: numberFrom(1, 100),
    default: "1",
    about: "divides the wait times of watches, for tests and demos",
  },
  STOLOS_CHROMIUM: { shape: text, about: "tests only: path of the browser" },
} as const satisfies Readonly<Record<string, Setting>>;

const FEATURES = {
  STOLOS_READ_ONLY: { field: "readOnly", shape: toggle, default: "true", about: "`false` offers commands; each needs a right of its user" },
  STOLOS_SHARE_MESH_FACTS: {
    field: "shareMeshFacts",
    shape: toggle,
    default: "true",
    about: "the account of the server may read mesh settings for the files of a machine",
  },
  STOLOS_LOCAL_ADDRESSES: {
    field: "localAddresses",
    shape: oneOf(["refused", "allowed"]),
    default: "refused",
    about: "`allowed` accepts addresses that send callers to themselves, see [local addresses](settings.md#local-addresses)",
  },
  STOLOS_GUARD_RAILS: { field: "guardRails", shape: configMap, about: "`NAMESPACE/NAME` of a ConfigMap with [policies](settings.md#policies)" },
  STOLOS_TEAM_VIEWS: { field: "teamViews", shape: configMap, about: "`NAMESPACE/NAME` of a ConfigMap with [views for all users](settings.md#team-views)" },
  STOLOS_KIALI_URL: {
    field: "kialiUrl",
    shape: text
      .refine((given) => given === "" || parseLinkBase(given) !== null, "is no address of http or https without a password, a query or a fragment")
      .transform(parseLinkBase),
    about: "address of Kiali (`https://…`); the Networks page links to it",
  },
  STOLOS_LINKS: {
    field: "outsideLinks",
    shape: readBy((given) => {
      const read = parseExternalLinks(given);
      if ("links" in read) return read.links;
      throw new Error(read.problem);
    }),
    about: "[links from pages to other sites](settings.md#links-to-other-sites)",
  },
} as const satisfies Readonly<Record<string, Setting>>;

const HISTORY = {
  STOLOS_HISTORY: { shape: oneOf(["on", "off"]), default: "on", about: "`off` stores nothing; revoked sessions are then forgotten at a restart" },
  STOLOS_DATA: { shape: text, otherwise: "`~/.local/state/stolos`", about: "folder of the SQLite file; one process only" },
  STOLOS_DATABASE_URL: { shape: text, secret: true, about: "`postgres://…` stores the history in PostgreSQL, see [history](history.md)" },
  STOLOS_DATABASE_URL_FILE: { shape: text, about: "a file that contains `STOLOS_DATABASE_URL`" },
  STOLOS_HISTORY_DAYS: { shape: numberFrom(0.01, 3_650), default: "30", about: "days that the history is stored" },
  STOLOS_INCIDENT_DAYS: {
    shape: numberFrom(0.01, 3_650),
    default: "90",
    about: "days that an incident is stored after its end; at least `STOLOS_HISTORY_DAYS`",
  },
  STOLOS_HISTORY_MAX_MB: {
    shape: numberFrom(16, 1_000_000),
    default: "2048",
    about: "largest size of the history; the oldest rows are deleted first",
  },
} as const satisfies Readonly<Record<string, Setting>>;

const tokens = { signIns: ["token", "oidc"] } as const;
const oidc = { shape: text, signIns: ["oidc"] } as const;
const proxy = { shape: trimmed, signIns: ["proxy"] } as const;

const SIGN_IN = {
  STOLOS_SIGN_IN: { shape: oneOf(SIGN_INS).optional(), otherwise: "`local`; in a Pod `token`", about: "`local`, `token`, `oidc`, `proxy` or `kiosk`" },
  STOLOS_SESSION_KEY: {
    ...tokens,
    shape: sessionKeys,
    secret: true,
    otherwise: "a random key of this process",
    about: "32 random bytes in base64; encrypts the cookie of a session. Further keys after a space only open cookies",
  },
  STOLOS_SESSION_KEY_FILE: { ...tokens, shape: text, about: "a file that contains the key; read again when it changes" },
  STOLOS_TOKEN_CLUSTERS: {
    ...tokens,
    shape: names,
    otherwise: "the only cluster",
    about: "clusters that receive the token of a user; required with several clusters",
  },
  STOLOS_OIDC_ISSUER: { ...oidc, about: "the OpenID provider, as `--oidc-issuer-url` of the API server" },
  STOLOS_OIDC_CLIENT_ID: { ...oidc, about: "as `--oidc-client-id` of the API server" },
  STOLOS_OIDC_CLIENT_SECRET: { ...oidc, secret: true, about: "the secret of the client, if it has one" },
  STOLOS_OIDC_CLIENT_SECRET_FILE: { ...oidc, about: "a file that contains the secret" },
  STOLOS_OIDC_CA: { ...oidc, otherwise: "the authorities of Node", about: "a PEM file with the authority of the provider's certificate" },
  STOLOS_OIDC_SCOPES: { ...oidc, ...textOr("openid email offline_access"), about: "requested scopes; add `groups` if the provider has it" },
  STOLOS_OIDC_USERNAME_CLAIM: { ...oidc, ...textOr("sub"), about: "as `--oidc-username-claim`" },
  STOLOS_OIDC_USERNAME_PREFIX: {
    ...oidc,
    otherwise: "the issuer and `#`",
    about: "as `--oidc-username-prefix`; `-` for none, which is the default for `email`",
  },
  STOLOS_OIDC_GROUPS_CLAIM: { ...oidc, otherwise: "no groups", about: "as `--oidc-groups-claim`" },
  STOLOS_OIDC_GROUPS_PREFIX: { ...oidc, otherwise: "none", about: "as `--oidc-groups-prefix`" },
  STOLOS_PROXY_HEADER: { ...proxy, about: "header with the signed token of the user, such as `X-Forwarded-Access-Token`" },
  STOLOS_PROXY_PEERS: { ...proxy, shape: names, about: "address ranges of the proxy, such as `127.0.0.1/32`" },
  STOLOS_PROXY_ISSUER: { ...proxy, about: "required `iss` of the token" },
  STOLOS_PROXY_AUDIENCE: { ...proxy, about: "required `aud` of the token" },
  STOLOS_PROXY_JWKS_URL: { ...proxy, about: "https address of the public keys; `NODE_EXTRA_CA_CERTS` adds an authority" },
  STOLOS_PROXY_JWKS_FILE: { ...proxy, about: "file with the public keys, instead of the address" },
  STOLOS_PROXY_USERNAME_CLAIM: { ...proxy, ...textOr("sub"), about: "claim of the user name" },
  STOLOS_PROXY_USERNAME_PREFIX: { ...proxy, otherwise: "the issuer and `#`", about: "prefix of the user name; `-` for none" },
  STOLOS_PROXY_GROUPS_CLAIM: { ...proxy, otherwise: "no groups", about: "claim of the groups" },
  STOLOS_PROXY_GROUPS_PREFIX: { ...proxy, otherwise: "none", about: "prefix of the groups" },
  STOLOS_PROXY_SIGN_IN_URL: { ...proxy, about: "sign-in page of the proxy, shown to a user who does not come through it" },
  STOLOS_PROXY_SIGN_OUT_URL: { ...proxy, about: "sign-out page of the proxy" },
  STOLOS_IMPERSONATE_USERS: { ...proxy, shape: names, about: "users that the server may impersonate: names, or prefixes that end with `*`" },
  STOLOS_IMPERSONATE_GROUPS: { ...proxy, shape: names, about: "the same for groups" },
  STOLOS_KIOSK_NAMESPACES: { shape: names, signIns: ["kiosk"], about: "namespaces of a wall display" },
} as const satisfies Readonly<Record<string, Setting>>;

function ofProxy(addresses: string) {
  return { shape: readBy(parseProxy), about: `HTTP proxy for requests to ${addresses}` };
}

/** Variables of the shell, Kubernetes and Node. */
export const SURROUNDINGS = {
  HOME: { field: "home", shape: textOrNull, about: "folder of the user" },
  XDG_STATE_HOME: { shape: text, about: "folder of the state of programs" },
  KUBERNETES_SERVICE_HOST: { field: "serviceHost", shape: textOrNull, about: "address of the API server, in a Pod" },
  KUBERNETES_SERVICE_PORT: { field: "servicePort", shape: textOrNull, about: "port of the API server, in a Pod" },
  PGHOST: { shape: text, about: "host of PostgreSQL" },
  PGSSLMODE: { shape: text, about: "TLS mode of PostgreSQL" },
  ...{
    HTTPS_PROXY: ofProxy("https addresses"),
    https_proxy: ofProxy("https addresses"),
    HTTP_PROXY: ofProxy("http addresses"),
    http_proxy: ofProxy("http addresses"),
  },
  ...{ NO_PROXY: { shape: names, about: "hosts that are reached without a proxy" }, no_proxy: { shape: names, about: "the same" } },
  NODE_TLS_REJECT_UNAUTHORIZED: {
    shape: z
      .string()
      .optional()
      .refine(
        (given) => given !== "0",
        "turns off every check of a certificate, also of the database: remove it, and name the authority (certificate-authority in the kubeconfig, STOLOS_OIDC_CA, sslrootcert in STOLOS_DATABASE_URL, NODE_EXTRA_CA_CERTS)",
      ),
    about: "must not be `0`",
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** All settings. To add one, add it to one of the groups above. */
export const SETTINGS = { ...CLUSTERS, ...SERVER, ...FEATURES, ...HISTORY, ...SIGN_IN } as const;

/** The settings by the headings of docs/settings.md. */
export const SETTING_GROUPS: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  "Clusters and namespaces": CLUSTERS,
  Server: SERVER,
  "Commands and features": FEATURES,
  History: HISTORY,
  "Sign-in": SIGN_IN,
};

const VARIABLES = { ...SETTINGS, ...SURROUNDINGS } as const;
type Variables = typeof VARIABLES;

/** The parsed values, by the names of their variables. */
export type SettingValues = { readonly [Name in keyof Variables]: z.output<Variables[Name]["shape"]> };

type FieldOf<Name extends keyof Variables> = Variables[Name] extends { readonly field: infer Field extends string } ? Field : never;
/** The values that are fields of `Config` as they are. */
export type SettingFields = { readonly [Name in keyof Variables as FieldOf<Name>]: SettingValues[Name] };

/**
 * Parses the variables. Throws an error with one sentence per variable that cannot be parsed: its name, its value unless that is secret, what it must be and an
 * example.
 */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>): { readonly values: SettingValues; readonly fields: SettingFields } {
  const read = Object.entries<Setting>(VARIABLES).map(([name, setting]) => {
    const { shape, default: unset, field } = setting;
    const { data, error } = shape.safeParse(environment[name] ?? unset);
    return { name, field, data, problems: error?.issues.map(({ message }) => `${name}: ${shownValue(setting, environment[name])}${message}`) ?? [] };
  });
  const problems = read.flatMap((one) => one.problems);
  if (problems.length > 0) throw new Error(problems.join("; "));
  return {
    values: Object.fromEntries(read.map(({ name, data }) => [name, data])) as SettingValues,
    fields: Object.fromEntries(read.flatMap(({ field, data }) => (field === undefined ? [] : [[field, data]]))) as SettingFields,
  };
}

/** The value as an error quotes it: short, without invisible characters and without passwords. */
function shownValue({ secret }: Setting, given: string | undefined): string {
  return given === undefined || secret === true ? "" : `"${shownText(withoutSecrets(truncateText(given, VALUE_AT_MOST)))}" `;
}

/** Returns the shape of a number with its least and greatest value. The error names both, and the least one as an example. */
function numberFrom(least: number, greatest: number, { isWhole = false } = {}) {
  const kind = isWhole ? "whole number" : "number";
  return z.string().transform((given, context) => {
    const value = given.trim() === "" ? Number.NaN : Number(given);
    if (value >= least && value <= greatest && (!isWhole || Number.isInteger(value))) return value;
    context.addIssue(`is no ${kind} from ${least} to ${greatest}, such as ${least}`);
    return z.NEVER;
  });
}

function nullIfEmpty(given: string | undefined): string | null {
  return given || null;
}

function namesIn(given: string): readonly string[] {
  return given
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
