import * as z from "zod/mini";
import { rowCountFromHead, VIEW_KINDS, type ViewKind, type ViewState } from "@/lib/contract/views/view";
import { VIEW_SCHEMAS } from "@/lib/contract/views/view-schemas";
import type { OpenView, ViewContext } from "@/lib/server/live/view-source";
import { VIEWS, type Views } from "./catalogue";

/**
 * All views, with a check of each state. A state that does not fit its declaration throws an error with the path of the field. Development servers and tests
 * use it. Production does not load it, because the schemas are large.
 */
export const CHECKED_VIEWS = Object.fromEntries(VIEW_KINDS.map((kind) => [kind, checkedView(kind, VIEWS[kind])])) as unknown as Views;

function checkedView(kind: ViewKind, open: OpenView<ViewKind>): OpenView<ViewKind> {
  return (context) => {
    const { compute, computeRows, close } = open(context);
    const checked = <State extends ViewState>(state: State) => {
      const problem = misfitOf(kind, context, state);
      if (problem !== null) throw new Error(`The view "${kind}" does not fit its declaration: ${problem}.`);
      return state;
    };
    return { compute: () => checked(compute()), ...(computeRows && { computeRows: () => checked(computeRows()) }), close };
  };
}

function misfitOf(kind: ViewKind, { query, offset, limit }: ViewContext, { head, rows }: ViewState): string | null {
  const { head: headSchema, row } = VIEW_SCHEMAS[kind];
  // The browser receives JSON.
  const parsed = z.object({ head: headSchema, rows: z.array(row) }).safeParse(JSON.parse(JSON.stringify({ head, rows })));
  const issue = parsed.error?.issues[0];
  // zod/mini has no texts: every message is "Invalid input".
  if (issue !== undefined) return [`${issue.path.join(".")}: ${issue.code}`, ...(issue.code === "unrecognized_keys" ? issue.keys : [])].join(" ");
  if (new Set(rows.map(({ id }) => id)).size !== rows.length) return "two rows have one id";
  const counted = rowCountFromHead({ kind, query, offset, limit }, head);
  return counted === null || counted === rows.length ? null : `${rows.length} rows instead of ${counted}`;
}
