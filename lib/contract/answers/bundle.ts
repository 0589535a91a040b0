import * as z from "zod/mini";
import { NAME_WAYS } from "@/lib/domain/bundle/gateway-address";
import { FACT_FAULTS, SETTING_STATES } from "@/lib/domain/new-group/istiod-for-machines";
import { PolicyAnswer } from "./platform-policy";

const text = (most: number) => z.string().check(z.maxLength(most, `At most ${most} characters.`));
/** How many machines a bundle is made for at once. */
export const MAX_MACHINES = 100;

/** A right that the viewer lacks, as "VERB RESOURCE". */
export const MissingRight = z.object({ right: z.string(), namespace: z.string() });

/**
 * One value that a bundle is made of, "" = none: fine, wrong, or not to be seen from here; where it was read; and what is wrong or why it cannot be seen, as
 * sentences, "" = nothing. The texts `source` and `problem` are made of the optional values.
 */
export const BundleFact = z.object({
  ...{ state: z.enum(SETTING_STATES), value: z.string(), source: z.string(), problem: z.string() },
  /** The object that has the value, and the account that read it. */
  ...{ place: z.optional(z.string()), readBy: z.optional(z.enum(["viewer", "server"])) },
  /** The preset that gives the value, or the step of a new group at which the viewer typed it. */
  ...{ preset: z.optional(z.string()), typedAt: z.optional(z.literal("ready")) },
  ...{ fault: z.optional(z.enum(FACT_FAULTS)), missing: z.optional(MissingRight) },
});
export type BundleFact = z.infer<typeof BundleFact>;

/** The names of istiod's certificate besides its own, null = not known, and where they were read. */
export const CertificateNames = z.object({ names: z.nullable(z.readonly(z.array(z.string()))), source: z.string() });

/** What is known before a bundle is made. */
export const BundleStart = z.object({
  /** The group's account, "" = it names none; its revision. */
  account: z.string(),
  revision: z.string(),
  /** What names that revision, as a phrase; "" = nothing does, or the viewer asked for it. */
  revisionSource: z.string(),
  /** The revisions of the istiods that can be seen; and why there can be no bundle of the one above, "" = it can be. */
  revisions: z.array(z.string()),
  revisionProblem: z.string(),
  hasProbe: z.boolean(),
  /** Why no bundle can be made of the group, "" = it can. */
  unreadable: z.string(),
  clusterId: BundleFact,
  trustDomain: BundleFact,
  meshId: BundleFact,
  gateway: BundleFact,
  rootCertificate: BundleFact,
  certificateNames: CertificateNames,
  /** istiod's version, whose package a machine installs. */
  version: BundleFact,
  /** The platform team's rules, of which one may be about the life of tokens. */
  rails: PolicyAnswer,
});
export type BundleStart = z.infer<typeof BundleStart>;

const MachineAsked = z.object({ name: text(253), internalIp: text(64), externalIp: text(64), labels: text(2_000), locality: text(200) });

/** Asks for the files of machines; `seconds`: the life of the token that comes with them, null = without one. */
export const BundleRequest = z.object({
  revision: text(63),
  clusterId: text(253),
  trustDomain: text(253),
  meshId: text(253),
  rootCertificate: text(64_000),
  gateway: z.object({ address: text(253), way: z.enum(NAME_WAYS), resolved: text(64) }),
  account: text(253),
  captureDns: z.boolean(),
  autoRegister: z.boolean(),
  machines: z.array(MachineAsked).check(z.minLength(1, "At least one machine."), z.maxLength(MAX_MACHINES, `At most ${MAX_MACHINES} machines.`)),
  seconds: z.nullable(z.number()),
  form: z.enum(["files", "archive"]),
});
export type BundleRequest = z.infer<typeof BundleRequest>;

/** The files of each machine by name, without the token, which is the same for all. */
export const BundleMade = z.object({
  machines: z.array(z.object({ name: z.string(), files: z.array(z.object({ name: z.string(), text: z.string() })) })),
  /** "" = none was asked for. It is shown once, and kept nowhere. */
  token: z.string(),
  /** Milliseconds; null without a token. */
  expiresAt: z.nullable(z.number()),
  notes: z.array(z.string()),
});
export type BundleMade = z.infer<typeof BundleMade>;

/** Tells of an archive when its token ends, in its answer's headers: the body is the archive. */
export const EXPIRES_HEADER = "x-stolos-token-expires";

/** What was typed or pasted is kept, also where it is longer than what can be sent. */
const Text = z.string().check(z.maxLength(1_000_000));
const Machine = z.object({ id: z.number(), name: Text, internalIp: Text, externalIp: Text, labels: Text, locality: Text });

/**
 * What a viewer typed into the form of a group's files: only what differs from what was read, so that what is read anew shows. It stays in the browser and
 * holds no secret.
 */
export const BundleTyped = z.object({
  /** The revision that the mesh was read for; missing = that of the group. */
  readFor: z.optional(Text),
  revision: z.optional(Text),
  clusterId: z.optional(Text),
  trustDomain: z.optional(Text),
  meshId: z.optional(Text),
  rootCertificate: z.optional(Text),
  gateway: z.optional(z.object({ address: z.optional(Text), way: z.optional(z.enum(NAME_WAYS)), resolved: z.optional(Text) })),
  account: z.optional(Text),
  captureDns: z.optional(z.boolean()),
  autoRegister: z.optional(z.boolean()),
  machines: z.optional(z.readonly(z.array(Machine))),
  list: z.optional(Text),
  minutes: z.optional(z.number()),
});
export type BundleTyped = z.infer<typeof BundleTyped>;

/** Facts of a mesh that a viewer may type before there is a group. */
export const TYPED_FACTS = ["clusterId", "trustDomain", "gateway"] as const;
export type TypedFact = (typeof TYPED_FACTS)[number];

/** Longer than any that can be sent: what was typed is kept all the same. */
const OptionalText = z.optional(z.string().check(z.maxLength(1_000_000)));

/** What a viewer typed of a cluster's mesh, none of it a secret. It stays in the browser. */
export const TypedFacts = z.object({ clusterId: OptionalText, trustDomain: OptionalText, gateway: OptionalText });
export type TypedFacts = z.infer<typeof TypedFacts>;
