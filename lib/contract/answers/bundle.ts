import * as z from "zod/mini";
import { GATEWAY_NAME_USES } from "@/lib/domain/bundle/gateway-address";
import { MESH_CHECK_FAULTS, MESH_CHECK_RESULTS } from "@/lib/domain/new-group/istiod-for-machines";
import { PlatformPolicyAnswer } from "./platform-policy";

const text = (most: number) => z.string().check(z.maxLength(most, `At most ${most} characters.`));
/** The largest number of machines in one bundle request. */
export const MAX_BUNDLE_MACHINES = 100;

/** A right that the viewer lacks, as "VERB RESOURCE". */
export const MissingRight = z.object({ right: z.string(), namespace: z.string() });

/**
 * One value of a bundle; "" = none. `state`: fine, wrong or not visible. `source`: the origin of the value. `problem`: the fault or the reason why the value is
 * not visible, as sentences; "" = none. `source` and `problem` are made from the optional values.
 */
export const BundleValue = z.object({
  ...{ state: z.enum(MESH_CHECK_RESULTS), value: z.string(), source: z.string(), problem: z.string() },
  /** The object that has the value, and the account that read it. */
  ...{ place: z.optional(z.string()), readBy: z.optional(z.enum(["viewer", "server"])) },
  /** The preset that gives the value, or the step of a new group at which the viewer typed it. */
  ...{ preset: z.optional(z.string()), typedAt: z.optional(z.literal("ready")) },
  ...{ fault: z.optional(z.enum(MESH_CHECK_FAULTS)), missing: z.optional(MissingRight) },
});
export type BundleValue = z.infer<typeof BundleValue>;

/** The additional names in istiod's certificate (null = not known), and their source. */
export const CertificateNames = z.object({ names: z.nullable(z.readonly(z.array(z.string()))), source: z.string() });

/** The values that are known before a bundle is made. */
export const BundleDefaults = z.object({
  /** The group's service account ("" = none), and its revision. */
  account: z.string(),
  revision: z.string(),
  /** The source of the revision, as a phrase; "" = there is none, or the viewer chose it. */
  revisionSource: z.string(),
  /** The revisions of all visible istiods. `revisionProblem`: why the revision above allows no bundle; "" = it does. */
  revisions: z.array(z.string()),
  revisionProblem: z.string(),
  hasProbe: z.boolean(),
  /** The reason why the group allows no bundle; "" = none. */
  unreadable: z.string(),
  clusterId: BundleValue,
  trustDomain: BundleValue,
  meshId: BundleValue,
  gateway: BundleValue,
  rootCertificate: BundleValue,
  certificateNames: CertificateNames,
  /** istiod's version. A machine installs the package of the same version. */
  version: BundleValue,
  /** The platform team's policy. One of its rules can limit the lifetime of tokens. */
  rails: PlatformPolicyAnswer,
});
export type BundleDefaults = z.infer<typeof BundleDefaults>;

const MachineAsked = z.object({ name: text(253), internalIp: text(64), externalIp: text(64), labels: text(2_000), locality: text(200) });

/** Request for the files of machines. `seconds`: the lifetime of the included token; null = no token. */
export const BundleRequest = z.object({
  revision: text(63),
  clusterId: text(253),
  trustDomain: text(253),
  meshId: text(253),
  rootCertificate: text(64_000),
  gateway: z.object({ address: text(253), way: z.enum(GATEWAY_NAME_USES), resolved: text(64) }),
  account: text(253),
  captureDns: z.boolean(),
  autoRegister: z.boolean(),
  machines: z.array(MachineAsked).check(z.minLength(1, "At least one machine."), z.maxLength(MAX_BUNDLE_MACHINES, `At most ${MAX_BUNDLE_MACHINES} machines.`)),
  seconds: z.nullable(z.number()),
  form: z.enum(["files", "archive"]),
});
export type BundleRequest = z.infer<typeof BundleRequest>;

/** The files of each machine by name. The token is separate because all machines share it. */
export const GeneratedBundles = z.object({
  machines: z.array(z.object({ name: z.string(), files: z.array(z.object({ name: z.string(), text: z.string() })) })),
  /** "" = none was requested. A page shows the token once, and no program stores it. */
  token: z.string(),
  /** Milliseconds; null without a token. */
  expiresAt: z.nullable(z.number()),
  notes: z.array(z.string()),
});
export type GeneratedBundles = z.infer<typeof GeneratedBundles>;

/** The response header with the token's expiry. An archive needs it because its body has no room for the value. */
export const TOKEN_EXPIRES_HEADER = "x-stolos-token-expires";

/** Text that a viewer typed or pasted. The browser stores it even if it is too long to send. */
const Text = z.string().check(z.maxLength(1_000_000));
const Machine = z.object({ id: z.number(), name: Text, internalIp: Text, externalIp: Text, labels: Text, locality: Text });

/**
 * The viewer's edits in the form for a group's files. Unchanged fields are left out, so that they show values that are read later. The edits stay in the
 * browser and contain no secret.
 */
export const BundleFormEdits = z.object({
  /** The revision for which the mesh was read; missing = the group's revision. */
  readFor: z.optional(Text),
  revision: z.optional(Text),
  clusterId: z.optional(Text),
  trustDomain: z.optional(Text),
  meshId: z.optional(Text),
  rootCertificate: z.optional(Text),
  gateway: z.optional(z.object({ address: z.optional(Text), way: z.optional(z.enum(GATEWAY_NAME_USES)), resolved: z.optional(Text) })),
  account: z.optional(Text),
  captureDns: z.optional(z.boolean()),
  autoRegister: z.optional(z.boolean()),
  machines: z.optional(z.readonly(z.array(Machine))),
  list: z.optional(Text),
  minutes: z.optional(z.number()),
});
export type BundleFormEdits = z.infer<typeof BundleFormEdits>;

/** Facts of a mesh that a viewer can type before the group exists. */
export const NEW_GROUP_MESH_FIELDS = ["clusterId", "trustDomain", "gateway"] as const;
export type NewGroupMeshField = (typeof NEW_GROUP_MESH_FIELDS)[number];

/** Text that a viewer typed. The browser stores it even if it is too long to send. */
const OptionalText = z.optional(z.string().check(z.maxLength(1_000_000)));

/** Facts that a viewer typed about the mesh of a cluster. They stay in the browser, and none is a secret. */
export const NewGroupMeshValues = z.object({ clusterId: OptionalText, trustDomain: OptionalText, gateway: OptionalText });
export type NewGroupMeshValues = z.infer<typeof NewGroupMeshValues>;
