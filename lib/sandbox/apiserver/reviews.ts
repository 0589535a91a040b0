import { accountTokenProblem, userOfAccountToken } from "./account-tokens";
import { type TokenUser, type User, userOfToken } from "./authn";
import { parseObject, readBody } from "./body";
import type { Exchange } from "./exchange";
import { isRecord, type KubeObject, textOf, timestampOf } from "./kube-object";
import { managedAfter, managerOf } from "./managed-fields";
import { type Attributes, authorize, type PolicyRule, rulesOf } from "./rbac";
import { sendJson } from "./respond";
import { knownReview, selectorCauses } from "./review-fields";
import { badRequest, failure, invalid, methodNotAllowed, type StatusCause } from "./status-errors";
import { serverAudience } from "./token-issuer";

type Answer = (exchange: Exchange, review: KubeObject, tokens: ReadonlyMap<string, TokenUser>) => Record<string, unknown>;

/** POST of a review: the question comes back with its answer in `status`. */
export async function handleReview(exchange: Exchange, tokens: ReadonlyMap<string, TokenUser>): Promise<void> {
  const { type, info, request, response } = exchange;
  const answer = answers[type.kind];
  if (info.name !== "") throw failure(404, "NotFound", "the server could not find the requested resource", {});
  if (info.verb !== "create" || answer === undefined) throw methodNotAllowed();
  const body = await readBody(request);
  const given = parseObject(body.length === 0 ? Buffer.from("{}") : body, request.headers["content-type"], type, info);
  const review = knownReview(exchange, type.kind, given);
  const filled = answer(exchange, review, tokens);
  sendJson(request, response, 201, { kind: type.kind, apiVersion: review.apiVersion, metadata: {}, ...filled });
}

const answers: Readonly<Record<string, Answer>> = {
  SelfSubjectReview: ({ cluster, user }) => ({ metadata: { creationTimestamp: timestampOf(cluster.clock()) }, status: { userInfo: userInfo(user) } }),
  TokenReview: (exchange, review, tokens) => {
    const { storage, issuer } = exchange.cluster;
    const spec = specOf(review);
    const token = String(spec.token ?? "");
    if (token === "") throw badRequest("token is required for TokenReview in authentication");
    const audiences = Array.isArray(spec.audiences) && spec.audiences.length > 0 ? spec.audiences.map(String) : [serverAudience];
    const known = tokens.get(token);
    // A static token is good for this server alone.
    const asStatic = known !== undefined && audiences.includes(serverAudience) ? userOfToken(known) : null;
    const user = known === undefined ? userOfAccountToken(storage, issuer, token, audiences) : asStatic;
    const head = { ...managed(exchange, review), spec };
    if (user !== null) return { ...head, status: { authenticated: true, user: userInfo(user), audiences } };
    const why = known === undefined ? accountTokenProblem(storage, issuer, token, audiences) : null;
    return { ...head, status: { user: {}, error: why === null ? "invalid bearer token" : `[invalid bearer token, ${why}]` } };
  },
  SelfSubjectAccessReview: (exchange, review) => {
    const head = managed(exchange, review);
    checkAccessReview(review, head);
    return { ...head, ...accessAnswer(exchange.cluster, exchange.user, specOf(review)) };
  },
  SubjectAccessReview: subjectAnswer,
  LocalSubjectAccessReview: (exchange, review) => {
    const { resourceAttributes } = specOf(review);
    const { namespace } = exchange.info;
    const asked = isRecord(resourceAttributes) ? textOf(resourceAttributes.namespace) : namespace;
    if (asked !== namespace) throw refused("spec.resourceAttributes.namespace", `Invalid value: ${JSON.stringify(asked)}: must match metadata.namespace`);
    const { metadata, ...answer } = subjectAnswer(exchange, { ...review, metadata: { name: "" } });
    return { metadata: { namespace, ...Object(metadata) }, ...answer };
  },
  SelfSubjectRulesReview: ({ cluster, user }, review) => {
    const namespace = String(specOf(review).namespace ?? "");
    if (namespace === "") throw badRequest("no namespace on request");
    return { spec: {}, status: { ...splitRules(rulesFor(cluster, user, namespace)), incomplete: false } };
  },
};

function subjectAnswer(exchange: Exchange, review: KubeObject): Record<string, unknown> {
  const spec = specOf(review);
  const groups = Array.isArray(spec.groups) ? spec.groups.map(String) : [];
  const head = managed(exchange, review);
  checkAccessReview(review, head, true);
  return { ...head, ...accessAnswer(exchange.cluster, { name: textOf(spec.user), groups }, spec) };
}

/** Throws 422 for what the attributes do not tell. `isOfSubject`: about somebody, who must be named. */
function checkAccessReview(review: KubeObject, head: Record<string, unknown>, isOfSubject = false): void {
  const spec = specOf(review);
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  const cause = (field: string, message: string): StatusCause => ({ reason: "FieldValueInvalid", message, field });
  const shown = isRecord(path) ? JSON.stringify({ Path: path.path, Verb: path.verb }) : "";
  const { name, ...described } = review.metadata;
  const given = Object.keys(described).length > 0 || name !== "";
  const isUnnamed = isOfSubject && textOf(spec.user) === "" && !(Array.isArray(spec.groups) && spec.groups.length > 0);
  const causes = [
    ...(isRecord(resource) && isRecord(path)
      ? [cause("spec.nonResourceAttributes", `Invalid value: ${shown}: cannot be specified in combination with resourceAttributes`)]
      : []),
    ...(isRecord(resource) || isRecord(path)
      ? []
      : [cause("spec.resourceAttributes", "Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified")]),
    ...(isUnnamed ? [cause("spec.user", 'Invalid value: "": at least one of user or group must be specified')] : []),
    ...(isRecord(resource) ? selectorCauses(resource) : []),
    ...(given ? [cause("metadata", `Invalid value: ${shownMetadata(review.metadata, head)}: must be empty`)] : []),
  ];
  if (causes.length > 0) throw invalid({ group: "authorization.k8s.io", kind: "" }, "", causes);
}

/** In the order of the server's own structure. */
function shownMetadata(metadata: KubeObject["metadata"], { metadata: answered }: Record<string, unknown>): string {
  const entries: unknown = isRecord(answered) ? answered.managedFields : [];
  const managedFields = (Array.isArray(entries) ? entries : []).filter(isRecord).map(({ manager, operation, apiVersion, time, fieldsType, fieldsV1 }) => {
    return { manager, operation, apiVersion, time, fieldsType, fieldsV1 };
  });
  return JSON.stringify({ ...metadata, managedFields });
}

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
  const bound = rulesOf(storage, user, namespace).filter(({ verbs }) => !verbs.includes("*"));
  return user.groups.includes("system:masters") ? [...mighty, ...bound] : rulesOf(storage, user, namespace);
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
  if (isRecord(path)) return { kind: "path", verb: textOf(path.verb), path: textOf(path.path) };
  if (!isRecord(resource)) throw new Error("a review without attributes was not refused");
  return {
    kind: "resource",
    verb: textOf(resource.verb),
    group: textOf(resource.group),
    resource: textOf(resource.resource),
    subresource: textOf(resource.subresource),
    namespace: textOf(resource.namespace),
    name: textOf(resource.name),
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
