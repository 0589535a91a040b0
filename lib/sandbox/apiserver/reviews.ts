import { userOfAccountToken } from "./account-tokens";
import { type TokenUser, type User, userOfToken } from "./authn";
import { parseObject, readBody } from "./body";
import type { Exchange } from "./exchange";
import { isRecord, type KubeObject, timestampOf } from "./kube-object";
import { managedAfter, managerOf } from "./managed-fields";
import { type Attributes, authorize, type PolicyRule, rulesOf } from "./rbac";
import { sendJson } from "./respond";
import { badRequest, invalid, methodNotAllowed } from "./status-errors";
import { serverAudience } from "./token-issuer";

type Answer = (exchange: Exchange, review: KubeObject, tokens: ReadonlyMap<string, TokenUser>) => Record<string, unknown>;

/** POST of a review: the question comes back with its answer in `status`. */
export async function handleReview(exchange: Exchange, tokens: ReadonlyMap<string, TokenUser>): Promise<void> {
  const { type, info, request, response } = exchange;
  const answer = answers[type.kind];
  if (info.verb !== "create" || answer === undefined) throw methodNotAllowed();
  const body = await readBody(request);
  const review = parseObject(body.length === 0 ? Buffer.from("{}") : body, request.headers["content-type"], type, info);
  const filled = answer(exchange, review, tokens);
  sendJson(request, response, 201, { kind: type.kind, apiVersion: review.apiVersion, metadata: {}, ...filled });
}

const answers: Readonly<Record<string, Answer>> = {
  SelfSubjectReview: ({ cluster, user }) => ({ metadata: { creationTimestamp: timestampOf(cluster.clock()) }, status: { userInfo: userInfo(user) } }),
  TokenReview: ({ cluster }, review, tokens) => {
    const spec = specOf(review);
    const token = String(spec.token ?? "");
    const audiences = Array.isArray(spec.audiences) && spec.audiences.length > 0 ? spec.audiences.map(String) : [serverAudience];
    const known = tokens.get(token);
    const user = known === undefined ? userOfAccountToken(cluster.storage, cluster.issuer, token, audiences) : userOfToken(known);
    if (user === null) return { spec, status: { user: {}, error: "invalid bearer token" } };
    return { spec, status: { authenticated: true, user: userInfo(user), ...(known === undefined ? { audiences } : {}) } };
  },
  SelfSubjectAccessReview: (exchange, review) => ({ ...managed(exchange, review), ...accessAnswer(exchange.cluster, exchange.user, specOf(review)) }),
  SubjectAccessReview: (exchange, review) => {
    const spec = specOf(review);
    const groups = Array.isArray(spec.groups) ? spec.groups.map(String) : [];
    return { ...managed(exchange, review), ...accessAnswer(exchange.cluster, { name: String(spec.user ?? ""), groups }, spec) };
  },
  SelfSubjectRulesReview: ({ cluster, user }, review) => {
    const namespace = String(specOf(review).namespace ?? "");
    if (namespace === "") throw badRequest("no namespace on request");
    return { spec: {}, status: { ...splitRules(rulesFor(cluster, user, namespace)), incomplete: false } };
  },
};

/** Access reviews come back with `managedFields`, though nothing is stored. */
function managed({ cluster, query, request }: Exchange, review: KubeObject): Record<string, unknown> {
  const manager = managerOf(query.get("fieldManager"), request.headers["user-agent"]);
  const writer = { manager, apiVersion: review.apiVersion, subresource: "", time: timestampOf(cluster.clock()) };
  return { metadata: { managedFields: managedAfter(null, review, writer) } };
}

function rulesFor({ storage }: Exchange["cluster"], user: User, namespace: string): PolicyRule[] {
  const everything = { verbs: ["*"], resourceNames: [] };
  const mighty: PolicyRule[] = [
    { ...everything, apiGroups: ["*"], resources: ["*"], nonResourceURLs: [] },
    { ...everything, apiGroups: [], resources: [], nonResourceURLs: ["*"] },
  ];
  return user.groups.includes("system:masters") ? mighty : rulesOf(storage, user, namespace);
}

function splitRules(rules: readonly PolicyRule[]): Record<string, unknown> {
  return {
    resourceRules: rules
      .filter((rule) => rule.resources.length > 0)
      .map(({ verbs, apiGroups, resources, resourceNames }) => ({ verbs, apiGroups, resources, ...(resourceNames.length > 0 ? { resourceNames } : {}) })),
    nonResourceRules: rules.filter((rule) => rule.nonResourceURLs.length > 0).map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
  };
}

function accessAnswer({ storage }: Exchange["cluster"], user: User, spec: Record<string, unknown>): Record<string, unknown> {
  const decision = authorize(storage, user, attributesOf(spec));
  return { spec, status: { allowed: decision.allowed, ...(decision.reason === "" ? {} : { reason: decision.reason }) } };
}

function attributesOf(spec: Record<string, unknown>): Attributes {
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  if (isRecord(resource) && isRecord(path)) {
    const shown = JSON.stringify({ Path: path.path, Verb: path.verb });
    throw refused("spec.nonResourceAttributes", `Invalid value: ${shown}: cannot be specified in combination with resourceAttributes`);
  }
  if (isRecord(path)) return { kind: "path", verb: text(path.verb), path: text(path.path) };
  if (!isRecord(resource)) {
    throw refused("spec.resourceAttributes", "Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified");
  }
  return {
    kind: "resource",
    verb: text(resource.verb),
    group: text(resource.group),
    resource: text(resource.resource),
    subresource: text(resource.subresource),
    namespace: text(resource.namespace),
    name: text(resource.name),
  };
}

function refused(field: string, message: string): Error {
  return invalid({ group: "authorization.k8s.io", kind: "" }, "", [{ reason: "FieldValueInvalid", message, field }]);
}

function userInfo(user: User): Record<string, unknown> {
  return {
    username: user.name,
    ...(user.uid === undefined ? {} : { uid: user.uid }),
    groups: user.groups,
    ...(user.extra === undefined ? {} : { extra: user.extra }),
  };
}

function specOf(review: KubeObject): Record<string, unknown> {
  return isRecord(review.spec) ? review.spec : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
