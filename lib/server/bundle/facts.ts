import type { BundleValue } from "@/lib/contract/answers/bundle";
import type { MeshCheckFault } from "@/lib/domain/new-group/istiod-for-machines";
import { absentWords, emptyFactWords, factSourceWords, unreadFactWords } from "@/lib/format/bundle-words";
import { sentence } from "@/lib/format/text/sentence";
import type { Found } from "./found";

/** Where a value stands: an object, and which of its fields. */
export interface FactPlace {
  readonly place: string;
  readonly field: string;
}

/** A value that was read of an object, "" = it does not say, which is no fault. */
export function factOf(read: Found, value: string, { place, field }: FactPlace): BundleValue {
  if (!read.ok) return missingFact(read, place);
  const source = value === "" ? emptyFactWords({ place, field }) : factSourceWords({ place, by: read.by });
  return { state: "ok", value, source, problem: "", place, readBy: read.by };
}

/** A value that has to be there. */
export function neededFact(read: Found, value: string, at: FactPlace): BundleValue {
  return read.ok && value === "" ? problemFact("empty", sentence(emptyFactWords(at))) : factOf(read, value, at);
}

/** What of an object that could not be read: it is not there, or nobody here can see it. */
function missingFact({ error }: Extract<Found, { readonly ok: false }>, place: string): BundleValue {
  return error.kind === "not-found" ? problemFact("absent", absentWords({ place })) : unseenFact(unreadFactWords({ place, reason: error.message }));
}

export function problemFact(fault: MeshCheckFault, problem: string): BundleValue {
  return { state: "problem", value: "", source: "", problem, fault };
}

export function unseenFact(problem: string): BundleValue {
  return { state: "unseen", value: "", source: "", problem };
}
