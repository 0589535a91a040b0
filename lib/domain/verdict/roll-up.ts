import { isServingWord, type Serving, type State, wordOfState } from "./verdict";

/** The count to which a machine of a state adds. `doubted`: it is unverified. */
export function countsServing(state: State): "serving" | "doubted" | "no" {
  const word = wordOfState(state);
  if (isServingWord(word)) return "serving";
  return word === "unverified" ? "doubted" : "no";
}

/**
 * The count of a machine, and if Istio sends it to callers, as one number: 0 = it does not serve, 1 = it serves, 2 = unverified and sent, 3 = unverified
 * and not sent (draining, without a report or unreadable).
 */
export function servingClassOf({ state, serving }: { readonly state: State; readonly serving: Pick<Serving, "kind"> }): number {
  const counts = countsServing(state);
  if (counts !== "doubted") return counts === "serving" ? 1 : 0;
  return serving.kind === "yes-checked" || serving.kind === "yes-unchecked" ? 2 : 3;
}

/** Does Istio send the machines of a serving class to callers? */
export function isServingClass(servingClass: number): boolean {
  return servingClass === 1 || servingClass === 2;
}

/** Are the machines of a serving class unverified? */
export function isUnverifiedClass(servingClass: number): boolean {
  return servingClass >= 2;
}
