import { isServingWord, type Serving, type State, wordOfState } from "./verdict";

/** Returns the count to which a machine in a state belongs: serving, unverified (`doubted`) or neither (`no`). */
export function servingCategory(state: State): "serving" | "doubted" | "no" {
  const word = wordOfState(state);
  if (isServingWord(word)) return "serving";
  return word === "unverified" ? "doubted" : "no";
}

/**
 * Returns the serving class of a machine. 0 = not serving, 1 = serving. Unverified machines: 2 = Istio sends them to callers, 3 = Istio does not
 * (draining, without a report or unreadable).
 */
export function servingClassOf({ state, serving }: { readonly state: State; readonly serving: Pick<Serving, "kind"> }): number {
  const counts = servingCategory(state);
  if (counts !== "doubted") return counts === "serving" ? 1 : 0;
  return serving.kind === "yes-checked" || serving.kind === "yes-unchecked" ? 2 : 3;
}

/** Returns true if Istio sends the machines of a serving class to callers. */
export function isSentServingClass(servingClass: number): boolean {
  return servingClass === 1 || servingClass === 2;
}

/** Returns true if the machines of a serving class are unverified. */
export function isUnverifiedClass(servingClass: number): boolean {
  return servingClass >= 2;
}
