import type * as z from "zod/mini";
import type { CommandObjectReference } from "@/lib/contract/commands";
import type { FieldError } from "@/lib/domain/edit/field-errors";
import type { Scope, WatchedKind } from "@/lib/domain/source/scope";
import type { History } from "@/lib/server/history/history";
import type { WriteVerb } from "@/lib/server/kube/allow-list";
import type { AccessQuestion } from "@/lib/server/kube/review-access";

/** What is wrong with an input, in words for a person, and at which field; `causes`: at which fields of the document in it. */
export interface InputProblem {
  readonly field: string;
  readonly title: string;
  readonly detail: string;
  readonly causes?: readonly FieldError[];
}

/** The body of the request to the API server, without its precondition; or why there is none. */
export type CommandBody = { readonly ok: true; readonly body: Readonly<Record<string, unknown>> } | { readonly ok: false; readonly problem: InputProblem };

/** A command that the history stores, after the API server confirmed the right to its object. */
interface HistoryChange {
  readonly history: CommandHistory;
  readonly address: CommandObjectReference;
  readonly scope: Scope;
  /** The user name of the viewer in the cluster. */
  readonly who: string;
  /** Checks only, and stores nothing. */
  readonly dryRun: boolean;
}

/** The part of the history that commands change. */
export type CommandHistory = Pick<History, "decideLosses" | "changeNote">;

/** What every command declares, whatever its input. */
interface Declaration {
  /** The request to the API server: a verb on one object of the kind, or on its subresource ("" = the object itself). With `stores`, only the right to it. */
  readonly verb: WriteVerb;
  readonly kind: WatchedKind;
  readonly subresource: string;
  /** What a person calls the object, such as "group". */
  readonly noun: string;
  /** The verbs that the viewer must have on the kind in the namespace; asked of Kubernetes before anything is sent. */
  readonly permission: readonly AccessQuestion["verb"][];
  /** `first`: the API server tries the change before it is told to make it. `on-request`: only where a page asks for a trial. `only`: it is never made. `never`: a trial would make it too. */
  readonly dryRun: "first" | "on-request" | "only" | "never";
  /** `version-seen`: the object is still the one that the person saw. `absent`: there is none of the name yet. */
  readonly precondition: "version-seen" | "absent" | "none";
  /** What is sent was typed by hand: a field that nobody knows is named instead of dropped. Missing = it was not. */
  readonly isTyped?: true;
  /**
   * What of it the platform team's rules are about: the whole `object` as it would be, the life of a `token`, or nothing (`no`): who may change
   * an object that is there may also size, drain and delete it.
   */
  readonly ruled: "object" | "token" | "no";
  /** The change goes to the history, and nothing is sent to the API server but the question about the permission. Missing = it goes to the API server. */
  readonly stores?: (change: HistoryChange, body: Readonly<Record<string, unknown>>) => Promise<unknown>;
  /** `own-route`: what the API server answers is what it is for, so the route of all commands does not give it. Missing = that route gives it. */
  readonly answeredBy?: "own-route";
}

/** A command and what only it knows of its input. */
interface DeclarationOf<Input> extends Declaration {
  /** Names of the fields that the input changes, for the audit line; never values. */
  changedFields(input: Input): readonly string[];
  bodyOf(input: Input): CommandBody;
}

/** An input that was understood: its fields for the audit line, and its body. */
export interface ReadInput {
  readonly changedFields: readonly string[];
  readonly body: CommandBody;
}

/**
 * A change of one object, declared once: allow-list, route, audit and the presence of its control derive from this. A read-only server has no
 * command at all, and loads no module of one: `load-commands.ts` decides that for all of them.
 */
export interface Command extends Declaration {
  /** Reads what a page sent; a problem names the field. */
  readInput(raw: unknown): ReadInput;
}

/** Ties a declaration to the shape of its input. */
export function declareCommand<Input>(shape: z.ZodMiniType<Input>, declaration: DeclarationOf<Input>): Command {
  const { changedFields, bodyOf, ...declared } = declaration;
  return {
    ...declared,
    readInput(raw) {
      const read = shape.safeParse(raw);
      if (read.success) return { changedFields: changedFields(read.data), body: bodyOf(read.data) };
      const [issue] = read.error.issues;
      const problem = { field: issue?.path.join(".") ?? "", title: "Not understood", detail: issue?.message ?? "The input has another shape." };
      return { changedFields: [], body: { ok: false, problem } };
    },
  };
}
