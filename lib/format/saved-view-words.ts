/** What is wrong with the document of a team's views; `at`: the place in the list, from 0. */
export type ViewProblem =
  | { readonly code: "no-list" }
  | { readonly code: "too-many"; readonly most: number }
  | { readonly code: "no-name"; readonly at: number; readonly most: number }
  | { readonly code: "no-address"; readonly at: number }
  | { readonly code: "twice"; readonly at: number; readonly name: string };

export function viewProblemWords(problem: ViewProblem): string {
  switch (problem.code) {
    case "no-list":
      return "It has no list named views.";
    case "too-many":
      return `It has more than ${problem.most} views.`;
    case "no-name":
      return `views[${problem.at}] has no name of 1 to ${problem.most} characters.`;
    case "twice":
      return `views[${problem.at}] has the name of another one: ${problem.name}.`;
    case "no-address":
      return `views[${problem.at}] has no address of a list of this site: path and query, such as /oncall?ns=payments.`;
  }
}

/** Why the views of a team are not offered, for whoever sees the whole cluster; `problem`: what is wrong with the document ("" where it is another reason). */
export function viewsUnknownWords({ why, place, problem }: { readonly why: keyof typeof UNKNOWN; readonly place: string; readonly problem: string }): string {
  return UNKNOWN[why]({ place, problem });
}

/** The same for anybody else: where the views stand, and what is in the document, may be out of his sight. */
export function viewsNotReadWords(): string {
  return "The team's views could not be read. The server's log says why.";
}

interface UnknownParts {
  readonly place: string;
  readonly problem: string;
}

const UNKNOWN = {
  absent: ({ place }: UnknownParts) => `${place}, which holds the team's views, is not there.`,
  denied: ({ place }: UnknownParts) => `The server's own account may not read ${place}, which holds the team's views.`,
  unread: ({ place }: UnknownParts) => `${place}, which holds the team's views, could not be read. The server's log says why.`,
  broken: ({ place, problem }: UnknownParts) => `${place} holds views that cannot be used: ${problem}`,
};
