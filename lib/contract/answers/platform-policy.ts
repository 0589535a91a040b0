import * as z from "zod/mini";

const texts = z.readonly(z.array(z.string()));
const said = z.nullable(z.string());

/** Values with which a new group can begin. Null = the preset has no such value. */
const Preset = z.object({
  name: z.string(),
  labels: z.readonly(z.record(z.string(), z.string())),
  network: said,
  locality: said,
  serviceAccount: said,
  ports: z.readonly(z.record(z.string(), z.number())),
  probe: z.nullable(z.readonly(z.record(z.string(), z.unknown()))),
  mesh: z.object({ clusterId: said, trustDomain: said, meshId: said, revision: said, gateway: said, rootCertificate: said }),
});

/** The policy of a platform team. `none`: no setting names one. `unknown`: it exists but could not be read, so its rules are not known. */
export const PlatformPolicyAnswer = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({
    kind: z.literal("known"),
    place: z.string(),
    rails: z.object({
      namespaces: z.nullable(texts),
      namePattern: z.nullable(z.string()),
      requiredLabels: z.readonly(z.array(z.object({ key: z.string(), values: texts }))),
      networks: z.nullable(texts),
      maxTokenSeconds: z.nullable(z.number()),
      presets: z.readonly(z.array(Preset)),
    }),
  }),
  z.object({ kind: z.literal("unknown"), place: z.string(), problem: z.string(), why: z.optional(z.enum(["absent", "denied", "unread", "broken"])) }),
]);
export type PlatformPolicyAnswer = z.infer<typeof PlatformPolicyAnswer>;

/**
 * One namespace, and the viewer's right to create a group there. `may` and `missing-right`: by Kubernetes. `ruled-out`: the policy excludes the namespace.
 * `not-known`: the check was not possible.
 */
const CreatableNamespace = z.object({ namespace: z.string(), answer: z.enum(["may", "missing-right", "ruled-out", "not-known"]) });
export type CreatableNamespace = z.infer<typeof CreatableNamespace>;

/** The namespaces of a cluster in which the viewer may see groups. `unasked`: the number of further namespaces, which were not checked. */
export const CreatableNamespaces = z.object({ places: z.array(CreatableNamespace), unasked: z.number() });
export type CreatableNamespaces = z.infer<typeof CreatableNamespaces>;
