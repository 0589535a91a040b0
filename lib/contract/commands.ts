import * as z from "zod/mini";
import { MAX_PLANNED_LEAVES } from "@/lib/domain/entry/planned-leaves";
import { MOST_OBJECT_MUTES } from "@/lib/domain/findings/object-mute";

/** Most losses in one command. */
const MAX_ACCEPTED_LOSSES = 1_000;

/** An object as YAML. */
const Typed = z.object({ text: z.string().check(z.maxLength(48_000, "At most 48,000 characters.")) });

/** Which object is meant. */
const Seen = z.object({ uid: z.string().check(z.minLength(1, "The uid is missing. Load the page again."), z.maxLength(128, "At most 128 characters.")) });

const Edited = z.object({ ...Typed.shape, ...Seen.shape });

/** Losses of a group that was seen (`uid` "" = it was deleted): each by the name of its machine and its moment (milliseconds). */
const Losses = z.object({
  uid: z.string().check(z.maxLength(128, "At most 128 characters.")),
  losses: z
    .array(
      z.object({
        name: z.string().check(z.minLength(1, "The name of the machine is missing."), z.maxLength(253)),
        at: z.number().check(z.minimum(0), z.maximum(8.64e15)),
      }),
    )
    .check(z.minLength(1, "Choose a lost machine."), z.maxLength(MAX_ACCEPTED_LOSSES, `At most ${MAX_ACCEPTED_LOSSES} machines at once.`)),
});

const Muted = z.object({
  ...Seen.shape,
  mutes: z
    .array(
      z.object({
        code: z.string().check(z.regex(/^STL\d{3}$/, "The code of a rule is STL and three digits.")),
        until: z.number().check(z.minimum(0), z.maximum(8.64e15)),
        reason: z.string().check(z.maxLength(200, "At most 200 characters.")),
      }),
    )
    .check(z.maxLength(MOST_OBJECT_MUTES, `At most ${MOST_OBJECT_MUTES} rules on one object.`)),
});

/** Every change that a page can ask for, with what it takes beside the address of the object. How each is made: lib/server/commands/declared.ts. */
export const COMMAND_INPUTS = {
  /** What was typed; "" = take the size away. */
  "set-expected-size": z.object({ size: z.string().check(z.maxLength(32, "At most 32 characters.")) }),
  /** The machines of a group that are planned to go, all of them; `by`: by when (milliseconds), null = no end. */
  "plan-leaves": z.object({
    ...Seen.shape,
    leaves: z
      .array(
        z.object({
          entry: z.string().check(z.maxLength(253)),
          by: z.nullable(z.number().check(z.minimum(0), z.maximum(8.64e15))),
          reason: z.string().check(z.maxLength(200, "At most 200 characters.")),
        }),
      )
      .check(z.maxLength(MAX_PLANNED_LEAVES, `At most ${MAX_PLANNED_LEAVES} machines of a group.`)),
  }),
  /** Machines of the group that will not come back: their losses count no more. The history stores it; the group is not changed. */
  "accept-losses": Losses,
  /** Accepted losses that count again. */
  "undo-accepted-losses": Losses,
  /** The rules whose findings about the object are muted for everybody, all of them; `until` in milliseconds. */
  "mute-workloadentry": Muted,
  "mute-workloadgroup": Muted,
  "mute-service": Muted,
  "mute-serviceentry": Muted,
  /** How long the token shall live. The object is the service account. */
  "issue-token": z.object({ seconds: z.number() }),
  /** The object as YAML, which is made where there is none of its name. */
  "create-serviceaccount": Typed,
  "create-workloadgroup": Typed,
  "create-service": Typed,
  "create-serviceentry": Typed,
  /** The whole object as YAML, in the place of the one that was seen. */
  "edit-workloadgroup": Edited,
  "edit-workloadentry": Edited,
  "edit-service": Edited,
  "edit-serviceentry": Edited,
  /** `uid`: the object that was seen, and no other of its name. What goes with it stands in its impact. */
  "delete-workloadentry": Seen,
  "delete-workloadgroup": Seen,
  "delete-serviceentry": Seen,
  "delete-serviceaccount": Seen,
  /** Takes a machine out of what callers are sent; `reason` is kept at the entry. */
  "drain-workloadentry": z.object({ ...Seen.shape, reason: z.string().check(z.maxLength(200, "At most 200 characters.")) }),
  "undrain-workloadentry": Seen,
  /** The object as YAML, of which the API server is asked whether it would take it. Nothing is made. */
  "try-new-service": Typed,
  "try-service": Typed,
  "try-new-serviceentry": Typed,
  "try-serviceentry": Typed,
  "try-new-workloadentry": Typed,
  "try-workloadentry": Typed,
  "try-new-workloadgroup": Typed,
  "try-workloadgroup": Typed,
} as const;

export type CommandName = keyof typeof COMMAND_INPUTS;
export type CommandInput<Name extends CommandName> = z.infer<(typeof COMMAND_INPUTS)[Name]>;

/** The object of a command: the segments of the address. */
export interface CommandAddress {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * Asks for a command. `dryRun`: the API server tries the change and does not make it. `resourceVersion`: the version of the object that the
 * person saw, "" where the command asks for none.
 */
export const CommandRequest = z.object({ dryRun: z.boolean(), resourceVersion: z.string().check(z.maxLength(64)), input: z.unknown() });
export type CommandRequest = z.infer<typeof CommandRequest>;

/** May the viewer give the command? `missing`: text about the missing verbs, "" = none. `missingRights`: each as "VERB RESOURCE"; absent = none. */
export const MayCommand = z.object({ may: z.boolean(), missing: z.string(), missingRights: z.optional(z.array(z.string())) });
export type MayCommand = z.infer<typeof MayCommand>;

/** The API server accepted the change, or (`dryRun`) would accept it; the page shows it once the watch tells. */
export const CommandAccepted = z.object({
  dryRun: z.boolean(),
  resourceVersion: z.string(),
  /** What it warned of all the same; none where this is missing. */
  warnings: z.optional(z.array(z.string())),
});
export type CommandAccepted = z.infer<typeof CommandAccepted>;

/** The commands that the history stores. A read-only server refuses them with a reason; any other command has no address there. */
export const HISTORY_COMMANDS: readonly string[] = ["accept-losses", "undo-accepted-losses"] satisfies CommandName[];

/** Is this the name of a command? */
export function isCommandName(text: string): text is CommandName {
  return Object.hasOwn(COMMAND_INPUTS, text);
}
