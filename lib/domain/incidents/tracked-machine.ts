import type { IncidentMember } from "./incident";
import { isBad, type MachineCondition, type MachineFacts, type ObjectChange, type ObservationOf } from "./observation";
import { type TraitValue, traitsOf } from "./traits";

/** A machine that stopped serving, as it is stored. Milliseconds. */
export interface StoredMachine {
  readonly machine: MachineFacts;
  readonly stoppedAt: number;
  /** Set if the stop was not observed: it was between both moments. */
  readonly notBefore: number | null;
  /** It was found at a start of Stolos. */
  readonly isFound: boolean;
  /** Changes of several groups shortly before the stop. */
  readonly changes: readonly ObjectChange[];
  readonly joinedAt: number | null;
  readonly spans: IncidentMember["spans"];
  readonly message: string;
  readonly cause: string;
  readonly leftHealthy: boolean;
  /** See `Observation`. */
  readonly mayHaveScaledIn?: boolean;
  readonly left: IncidentMember["left"];
}

/** A machine counts for its incident as bad, as waiting (it neither fails nor serves), or not any more. */
export type TrackedMachineStatus = "bad" | "waiting" | "done";

type End = NonNullable<IncidentMember["left"]>;

/** A machine that stopped serving: in no incident yet (`joinedAt` null), or a member of one. */
export class TrackedMachine {
  #stored: StoredMachine;
  #member: IncidentMember | null = null;
  #traits: readonly TraitValue[] | null = null;

  constructor(stored: StoredMachine) {
    this.#stored = stored;
  }

  /** A machine that stops with this observation. */
  static stopped(
    { at, notBefore, machine, condition, message, cause, wasHealthy, mayHaveScaledIn }: ObservationOf<"machine">,
    isFound: boolean,
    changes: readonly ObjectChange[],
  ): TrackedMachine {
    const span = { condition, from: at, to: null };
    const leftHealthy = condition === "lost" && wasHealthy;
    const facts = { machine, stoppedAt: at, notBefore, isFound, changes, message, cause, leftHealthy, ...(mayHaveScaledIn && { mayHaveScaledIn }) };
    return new TrackedMachine({ ...facts, joinedAt: null, spans: [span], left: null });
  }

  get stored(): StoredMachine {
    return this.#stored;
  }

  get machine(): MachineFacts {
    return this.#stored.machine;
  }

  get leftHealthy(): boolean {
    return this.#stored.leftHealthy;
  }

  get mayHaveScaledIn(): boolean {
    return this.#stored.mayHaveScaledIn === true;
  }

  /** The traits at its stop. */
  get traits(): readonly TraitValue[] {
    this.#traits ??= traitsOf(this.#stored.machine, this.#stored.cause, this.#stored.changes);
    return this.#traits;
  }

  get condition(): MachineCondition {
    return this.#stored.spans.at(-1)?.condition ?? "serving";
  }

  get status(): TrackedMachineStatus {
    if (this.#stored.left !== null) return "done";
    return isBad(this.condition) ? "bad" : "waiting";
  }

  get member(): IncidentMember {
    if (this.#member === null) {
      const { machine, stoppedAt, joinedAt, spans, message, cause, leftHealthy, left } = this.#stored;
      this.#member = { machine, joinedAt: joinedAt ?? stoppedAt, spans, message, cause, leftHealthy, left };
    }
    return this.#member;
  }

  join(at: number): void {
    this.#set({ joinedAt: at });
  }

  /** Takes a later observation of the machine. One whose loss was settled stays settled until it serves again, or until its acceptance is undone. */
  observe({ at, condition, message, cause, isAcceptanceUndone, mayHaveScaledIn = false }: ObservationOf<"machine">): void {
    const { left, spans } = this.#stored;
    if (isAcceptanceUndone === true && left?.how === "accepted") return this.#set({ left: null, spans: reopened(spans) });
    if (condition === "serving" || condition === "gone") {
      if (left?.how !== condition) this.#end({ how: condition, at, by: "" }, condition);
      return;
    }
    if (left !== null && left.how !== "serving") return;
    // What an incident is about does not change with the later fate of its members.
    const known = this.#stored.joinedAt === null && this.#stored.cause === "" ? cause : this.#stored.cause;
    if (known !== this.#stored.cause) this.#traits = null;
    this.#set({
      left: null,
      spans: condition === this.condition && left === null ? spans : [...closed(spans, at), { condition, from: at, to: null }],
      message: message || this.#stored.message,
      cause: known,
      ...(this.mayHaveScaledIn !== mayHaveScaledIn && { mayHaveScaledIn }),
    });
  }

  /** Ends its trouble: it was replaced, accepted, or no longer counts. */
  settle({ at, how, by }: ObservationOf<"settled">): void {
    if (this.status !== "done") this.#end({ how, at, by }, this.condition);
  }

  /** Continues the earlier membership of the same machine after a relapse. */
  continue({ stored }: TrackedMachine): void {
    const { joinedAt, cause, leftHealthy, changes } = stored;
    this.#traits = null;
    this.#set({ joinedAt, cause, leftHealthy, changes, spans: [...stored.spans, ...this.#stored.spans] });
  }

  #end(left: End, condition: MachineCondition): void {
    const { spans } = this.#stored;
    const ended = closed(spans, left.at);
    this.#set({ left, spans: condition === "serving" && this.condition !== "serving" ? [...ended, { condition, from: left.at, to: null }] : ended });
  }

  #set(changed: Partial<StoredMachine>): void {
    this.#stored = { ...this.#stored, ...changed };
    this.#member = null;
  }
}

function reopened(spans: IncidentMember["spans"]): IncidentMember["spans"] {
  return spans.map((span, index) => (index === spans.length - 1 ? { ...span, to: null } : span));
}

function closed(spans: IncidentMember["spans"], at: number): IncidentMember["spans"] {
  const last = spans.at(-1);
  return last === undefined || last.to !== null ? spans : [...spans.slice(0, -1), { ...last, to: at }];
}
