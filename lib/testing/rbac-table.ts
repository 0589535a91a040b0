/** One rule that is bound to the only user of a table, in one namespace or (null) in the whole cluster. */
export interface BoundRule {
  readonly namespace: string | null;
  readonly verbs: readonly string[];
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  /** Objects of these names only. */
  readonly names?: readonly string[];
}

/** What a user may do, and whether the cluster lists all of it. */
export interface RbacTable {
  readonly rules: readonly BoundRule[];
  readonly isComplete: boolean;
}

interface Attributes {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace?: string;
}

/** Does a table allow this of all objects, as Kubernetes' RBAC decides? */
export function allows({ rules }: RbacTable, { verb, group, resource, namespace = "" }: Attributes): boolean {
  const has = (texts: readonly string[], text: string) => texts.includes("*") || texts.includes(text);
  const applies = (rule: BoundRule) => rule.namespace === null || rule.namespace === namespace;
  return rules.some((rule) => applies(rule) && !rule.names && has(rule.verbs, verb) && has(rule.groups, group) && has(rule.resources, resource));
}

/** What a client gives where the API server answered. */
interface Answered {
  readonly ok: true;
  readonly value: unknown;
}

/**
 * Answers the reviews that are asked with the credentials of `user`, by what the user's table holds when they are asked. Rights are a user's, never the
 * credentials': users whose tables differ need different names.
 */
export function answerReview(user: string, table: RbacTable, path: string, body: unknown): Answered {
  const { spec } = body as { spec?: { resourceAttributes?: Attributes; namespace?: string } };
  if (path.endsWith("/selfsubjectreviews")) return { ok: true, value: { status: { userInfo: { username: user } } } };
  if (path.endsWith("/selfsubjectaccessreviews") && spec?.resourceAttributes !== undefined)
    return { ok: true, value: { status: { allowed: allows(table, spec.resourceAttributes) } } };
  if (!path.endsWith("/selfsubjectrulesreviews")) throw new Error(`This is no review: ${path}`);
  const rules = table.rules.filter(({ namespace }) => namespace === null || namespace === spec?.namespace);
  const resourceRules = rules.map(({ verbs, groups, resources, names }) => ({
    verbs,
    apiGroups: groups,
    resources,
    ...(names ? { resourceNames: names } : {}),
  }));
  // A cluster that does not list everything leaves something out.
  return { ok: true, value: { status: { resourceRules: table.isComplete ? resourceRules : resourceRules.slice(1), incomplete: !table.isComplete } } };
}
