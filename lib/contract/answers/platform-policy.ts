import * as z from "zod/mini";

const texts = z.readonly(z.array(z.string()));
const said = z.nullable(z.string());

/** What a new group may begin with. null = it does not say. */
const Preset = z.object({
  name: z.string(),
  labels: z.readonly(z.record(z.string(), z.string())),
  network: said,
  locality: said,
  serviceAccount: said,
  ports: z.readonly(z.record(z.string(), z.number())),
  probe: z.nullable(z.readonly(z.record(z.string(), z.unknown()))),
  /** What it says of the mesh. */
  mesh: z.object({ clusterId: said, trustDomain: said, meshId: said, revision: said, gateway: said, rootCertificate: said }),
});

/** The rules of a platform team. `none`: no setting names any. `unknown`: they are somewhere and could not be read, so nobody knows what they forbid. */
export const PolicyAnswer = z.discriminatedUnion("kind", [
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
export type PolicyAnswer = z.infer<typeof PolicyAnswer>;

/** One namespace, and whether whoever asks may make a group there: Kubernetes says so or not, the platform team's rules leave it out, or nobody could tell. */
const CreatableNamespace = z.object({ namespace: z.string(), answer: z.enum(["may", "missing-right", "ruled-out", "not-known"]) });
export type CreatableNamespace = z.infer<typeof CreatableNamespace>;

/** The namespaces of a cluster in which somebody may see groups. `unasked`: how many more there are, which were not asked about. */
export const CreatableNamespaces = z.object({ places: z.array(CreatableNamespace), unasked: z.number() });
export type CreatableNamespaces = z.infer<typeof CreatableNamespaces>;
