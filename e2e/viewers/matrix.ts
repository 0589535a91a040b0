import fc from "fast-check";
import { type Answered, askAsClient, eachOf } from "@/e2e/ask";
import { isWhole, SEED } from "@/e2e/proof-extent";
import { type Asked, POLICY } from "./cells";
import type { Sights } from "./sights";
import type { Person } from "./world";

/** A question with who asks it; null = somebody who is not signed in. */
export type Cell<A extends Asked = Asked> = A & { readonly person: Person | null };

/** Methods by which an address may tell something. */
const TELLING = ["GET", "POST"];

/**
 * All cells; of a sample, some of each route (as `routeOf` tells them apart) for each person: one of the methods that may be answered with something, one
 * of the others.
 */
export function chosenCells<A extends Asked>(asked: readonly A[], people: readonly Person[], routeOf: (one: A) => string = ({ of }) => of): readonly Cell<A>[] {
  const everybody = [...people, null];
  if (isWhole) return everybody.flatMap((person) => asked.map((one) => ({ ...one, person })));
  const routes = [...new Set(asked.map(routeOf))];
  return everybody.flatMap((person, row) =>
    routes.flatMap((route, column) => {
      const ofRoute = asked.filter((one) => routeOf(one) === route);
      const [telling, others] = [true, false].map((tells) => ofRoute.filter(({ sent }) => TELLING.includes(sent.method) === tells));
      const draw = (from: readonly A[]) => fc.sample(fc.constantFrom(...from), { numRuns: 1, seed: SEED + row * 100 + column });
      return [...draw(telling ?? []), ...draw(others ?? [])].map((one) => ({ ...one, person }));
    }),
  );
}

export function headersOf(person: Person | null): Readonly<Record<string, string>> {
  return person === null ? {} : { authorization: `Bearer ${person.token}` };
}

/** Asks each of these at a dashboard. Tells what `judge` finds wrong with the answers, and which were not given. */
export async function wrongAnswers<A extends Asked>(
  address: string,
  cells: readonly Cell<A>[],
  judge: (cell: Cell<A>, answered: Answered) => string | null,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  await eachOf(cells, 6, async (cell) => {
    const { sent, transport, person } = cell;
    const report = (problem: string) => wrong.push(`${person?.who ?? "signed out"}: ${sent.method} ${sent.path} as ${transport} ${problem}`);
    const askOnce = () => askAsClient(address, { ...sent, headers: { ...sent.headers, ...headersOf(person) } });
    // A file breaks off where its viewer's rights could not be renewed in time, as on a busy machine: it is asked for again.
    const answer = await askOnce()
      .catch(askOnce)
      .catch(askOnce)
      .catch((error: Error) => void report(`was broken off three times: ${error.message}`));
    if (!answer) return;
    const problem = answer.status === 429 ? "was not answered" : judge(cell, answer);
    if (problem !== null) report(problem);
  });
  return wrong;
}

/** A framework's payload has status 200 also where it leads away: it then holds the address instead of the page, and ahead of a visit no page at all. */
function leadsToSignIn({ transport }: Asked, text: string): boolean {
  return transport.includes("prefetch") || (transport === "RSC" && /NEXT_REDIRECT;\w+;\/sign-in/.test(text));
}

/** Tells what is wrong with an answer: that it names what is out of sight, or is given to whoever is not signed in; null where nothing is. */
export function judgeOf(sights: Sights, people: readonly Person[]) {
  // Whoever is not signed in is told no more than one who may see nothing.
  const nothing = people.find(({ who }) => who === "nothing");
  return (cell: Cell, { status, headers, body }: Answered): string | null => {
    const { of, person, sent } = cell;
    const text = JSON.stringify(headers) + body;
    const asWhom = person ?? nothing;
    const leaked = asWhom === undefined ? ["that nobody sees nothing"] : sights.leakedTo(asWhom, sights.namesIn(text), `${sent.path} ${sent.body ?? ""}`);
    if (leaked.length > 0) return `names ${leaked.slice(0, 5).join(", ")}`;
    // Which methods an address has is told to anybody; what a page or route holds is not.
    const mayAnswer = person !== null || POLICY[of] === "anybody" || sent.method === "OPTIONS" || status >= 300 || leadsToSignIn(cell, text);
    return mayAnswer ? null : `is answered ${status}`;
  };
}
