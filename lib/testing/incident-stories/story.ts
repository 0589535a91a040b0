import type { PastScript } from "@/lib/testing/played-past/script";
import type { TraitName } from "./engine";
import type { StorySize } from "./fleet";

/** Milliseconds from the beginning of the story, both included. */
export type Span = readonly [from: number, to: number];

/** Machines of one group by their numbers. */
export interface NumberedMachines {
  readonly cluster: string;
  /** "NAMESPACE/NAME". */
  readonly group: string;
  readonly numbers: readonly number[];
}

export interface PlantedCause {
  /** The kinds of cause that a title may state. */
  readonly kinds: readonly string[];
  /** The traits that a title of the kind "trait" or "replica-gone" must name. There are two if no machine has only one of them. */
  readonly traits: readonly { readonly trait: TraitName; readonly value: string }[];
  /** Traits that a title may name too, because they separate the machines almost as well. */
  readonly mayName?: readonly { readonly trait: TraitName; readonly value: string }[];
}

/** An incident that the story contains. */
export interface KnownIncident {
  readonly key: string;
  readonly machines: readonly NumberedMachines[];
  /** "NAMESPACE/NAME" of services that lose their last endpoint in it, in the first cluster. A machine's own service need not be listed. */
  readonly services?: readonly string[];
  /** The moment of its first failed, lost or unverified machine, or of the first service without endpoint. */
  readonly begins: Span;
  /** The moment at which it is over; null = it is not over at the end of the story. */
  readonly over: Span | null;
  readonly cause: PlantedCause;
  /** The moment at which it must be open, if the rules of opening do not decide it; null = it may open late. Milliseconds from the beginning. */
  readonly due?: number | null;
  /** It began before Stolos started. */
  readonly isFoundAtStart?: true;
}

/** Open incidents that a night may have, in both bounds the most at one moment of it. */
export interface Night {
  readonly span: Span;
  readonly incidents: number;
}

/** The parts of a story that its kind decides. */
export interface StoryPlot {
  readonly script: PastScript;
  readonly incidents: readonly KnownIncident[];
  /** Trouble that may belong to an incident or not, because the specification leaves it open. */
  readonly undecided?: readonly (NumberedMachines & { readonly during: Span })[];
  readonly nights?: readonly Night[];
  /** Namespaces of viewers who see a part of the fleet. */
  readonly viewers?: readonly (readonly string[])[];
  /** The story begins with the first start of Stolos. */
  readonly isFirstStart?: true;
}

/** A story: a script, and the incidents in it. Each failed, lost or unverified machine that no incident lists must not be in one. */
export interface Story extends StoryPlot {
  readonly kind: string;
  readonly seed: number;
  readonly size: StorySize;
}
