import type { StateCount } from "@/lib/domain/statements/state-counts";
import { type State, type StateWord, wordOfState } from "@/lib/domain/verdict/verdict";
import { replicaDoubtWords } from "./replica-doubt";
import { formatNumber } from "./text/numbers";

/** The eight words of a state (docs/istio.md#entry-states, #health-gate, #draining). Their explanations are in `state-explanations`, which few pages load. */
export const WORDS: Readonly<Record<StateWord, string>> = {
  healthy: "Healthy",
  unchecked: "Not checked",
  reconnecting: "Reconnecting",
  unhealthy: "Unhealthy",
  lost: "Lost",
  unverified: "Unverified",
  draining: "Draining",
  starting: "Starting",
};

/** The exact states that say more than their word, in running text. */
const EXACT: Readonly<Partial<Record<State, string>>> = {
  "no-endpoint": "neither an address nor a network",
  unverified: "replica gone or connection too old",
  disconnected: "disconnected",
  unreadable: "unreadable object",
  overdue: "renewal overdue",
};

/** The word of a state in a row: a machine without an endpoint has its own word. */
export function rowWord(state: State): string {
  return state === "no-endpoint" ? "No endpoint" : WORDS[wordOfState(state)];
}

/** The word of a Healthy machine whose connection nothing proves: never green. `why` is the code of the doubt, "" = none or several different ones. */
function unvouchedWord(why: string): string {
  return `Healthy, ${replicaDoubtWords(why)?.word ?? "connection not proved"}`;
}

/** The word of a state in a row. A Healthy machine whose connection nothing proves has its own, by the code of the doubt. */
export function stateWord(state: State, vouched: boolean, why = ""): string {
  return state === "healthy" && !vouched ? unvouchedWord(why) : rowWord(state);
}

/** The word of a state as counts name it: a machine without an endpoint counts as Unhealthy. */
export function countWord(state: State, vouched: boolean): string {
  return state === "healthy" && !vouched ? unvouchedWord("") : WORDS[wordOfState(state)];
}

/** A state as a tooltip: "Unverified: disconnected"; null if its word says everything. */
export function stateTitle(state: State): string | null {
  const exact = EXACT[state];
  return exact === undefined ? null : `${rowWord(state)}: ${exact}`;
}

/** The exact states of a count as a tooltip: "Lost: 2 lost, 1 missing"; null if its word says everything. */
export function stateCountTitle({ word, states, numbers, missing }: StateCount): string | null {
  const parts = states.map((state, index) => `${formatNumber(numbers[index] ?? 0)} ${EXACT[state] ?? WORDS[word].toLowerCase()}`);
  if (missing > 0) parts.push(`${formatNumber(missing)} missing`);
  const isPlain = missing === 0 && states.every((state) => EXACT[state] === undefined);
  return isPlain ? null : `${WORDS[word]}: ${parts.join(", ")}`;
}
