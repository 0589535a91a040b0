import * as z from "zod/mini";
import { MAX_PLANNED_LEAVES } from "@/lib/domain/entry/planned-leaves";
import { MOST_OBJECT_MUTES } from "@/lib/domain/findings/object-mute";

/** The limit for one command. */
const MAX_ACCEPTED_LOSSES = 1_000;

/** An object as YAML text. */
const Typed = z.object({ text: z.string().check(z.maxLength(48_000, "At most 48,000 characters.")) });

/** The uid of the object that the page showed. A newer object with the same name is not changed. */
const Seen = z.object({ uid: z.string().check(z.minLength(1, "The uid is missing. Load the page again."), z.maxLength(128, "At most 128 characters.")) });

const Edited = z.object({ ...Typed.shape, ...Seen.shape });

/** Losses of the group with this uid; "" = the group was deleted. Each has a machine name and a time in milliseconds. */
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

const incident = z.string().check(z.minLength(1, "The key of the incident is missing. Load the page again."), z.maxLength(64, "At most 64 characters."));

const NoteText = z.object({ incident, text: z.string().check(z.maxLength(48_000, "At most 48,000 characters.")) });

/** A note with the number of the edit that the page showed. A later edit of another user is not overwritten. */
const SeenNote = z.object({ incident, note: z.string().check(z.minLength(1), z.maxLength(64)), edit: z.number().check(z.minimum(1)) });

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

/** The input of each change that a page can request, without the address of the object. `lib/server/commands/declared.ts` implements the changes. */
export const COMMAND_INPUTS = {
  /** The size as typed. "" removes the declared size. */
  "set-expected-size": z.object({ size: z.string().check(z.maxLength(32, "At most 32 characters.")) }),
  /** The complete list of planned leaves of a group. `by`: the planned end in milliseconds; null = no end. */
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
  /** Accepts losses of machines that will not return, so that they no longer count. Only the history changes, not the group. */
  "accept-losses": Losses,
  /** Makes accepted losses count again. */
  "undo-accepted-losses": Losses,
  /** A note on an incident, as plain text. The object of the command is a group of the incident. Only the history changes, not the group. */
  "add-incident-note": NoteText,
  "edit-incident-note": z.object({ ...SeenNote.shape, ...NoteText.shape }),
  /** Takes the newest edit of a note back. Without an edit before it, the note is gone. */
  "undo-incident-note": SeenNote,
  /** The complete list of rules whose findings about the object are muted for all viewers. `until` in milliseconds. */
  "mute-workloadentry": Muted,
  "mute-workloadgroup": Muted,
  "mute-service": Muted,
  "mute-serviceentry": Muted,
  /** Issues a token with this lifetime. The object of the command is the service account. */
  "issue-token": z.object({ seconds: z.number() }),
  /** The object as YAML. It is created only if no object has its name. */
  "create-serviceaccount": Typed,
  "create-workloadgroup": Typed,
  "create-service": Typed,
  "create-serviceentry": Typed,
  /** The whole object as YAML. It replaces the object with this uid. */
  "edit-workloadgroup": Edited,
  "edit-workloadentry": Edited,
  "edit-service": Edited,
  "edit-serviceentry": Edited,
  /** Deletes the object with this uid, never a newer one with the same name. Its impact lists what is lost with it. */
  "delete-workloadentry": Seen,
  "delete-workloadgroup": Seen,
  "delete-serviceentry": Seen,
  "delete-serviceaccount": Seen,
  /** Makes istiod stop sending the machine to callers. The entry stores `reason`. */
  "drain-workloadentry": z.object({ ...Seen.shape, reason: z.string().check(z.maxLength(200, "At most 200 characters.")) }),
  "undrain-workloadentry": Seen,
  /** The object as YAML. A dry run checks whether the API server accepts it. Nothing is written. */
  "try-new-service": Typed,
  "try-service": Typed,
  "try-new-serviceentry": Typed,
  "try-serviceentry": Typed,
  "try-new-workloadentry": Typed,
  "try-workloadentry": Typed,
  "try-new-workloadgroup": Typed,
  "try-workloadgroup": Typed,
} as const;

/** The name of a change that a page can request, such as the expected size of a group. */
export type ObjectCommandName = keyof typeof COMMAND_INPUTS;
export type CommandInput<Name extends ObjectCommandName> = z.infer<(typeof COMMAND_INPUTS)[Name]>;

/** The object of a command: the path segments of its route. */
export interface CommandObjectReference {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/**
 * The body of a command. `dryRun`: the API server checks the change and does not store it. `resourceVersion`: the version of the object that the user
 * saw; "" = the command needs none.
 */
export const CommandRequest = z.object({ dryRun: z.boolean(), resourceVersion: z.string().check(z.maxLength(64)), input: z.unknown() });
export type CommandRequest = z.infer<typeof CommandRequest>;

/** The viewer's permission for a command. `missing`: text about the missing verbs, "" = none. `missingRights`: each as "VERB RESOURCE"; absent = none. */
export const CommandPermission = z.object({ may: z.boolean(), missing: z.string(), missingRights: z.optional(z.array(z.string())) });
export type CommandPermission = z.infer<typeof CommandPermission>;

/** The API server accepted the change or, with `dryRun`, would accept it. Pages show the change when the watch delivers it. */
export const CommandAccepted = z.object({
  dryRun: z.boolean(),
  resourceVersion: z.string(),
  /** Warnings of the API server; absent = none. */
  warnings: z.optional(z.array(z.string())),
});
export type CommandAccepted = z.infer<typeof CommandAccepted>;

/** The commands that write only to the history. A read-only server refuses them with a reason, and has no routes for other commands. */
export const HISTORY_ONLY_COMMANDS: readonly string[] = [
  "accept-losses",
  "undo-accepted-losses",
  "add-incident-note",
  "edit-incident-note",
  "undo-incident-note",
] satisfies ObjectCommandName[];

/** Returns true if `text` names a command. */
export function isObjectCommandName(text: string): text is ObjectCommandName {
  return Object.hasOwn(COMMAND_INPUTS, text);
}
