import { FIELDS, TYPED } from "./fields";
import { PLACES } from "./places";
import { seenOn, type Walk } from "./walk";

/** A row of the table: a field, and the address that somebody sends. */
const ROWS = [...FIELDS.map(({ code, kind, name }) => ({ code, name: `${kind}: ${name}` })), { code: TYPED.code, name: "an address that somebody sends" }];

/** Has the field a place in the view? */
const isDeclared = (view: string, code: string) => code === TYPED.code || PLACES[view]?.shows.split(" ").includes(code) === true;

/** May it stand there by chance? */
const isAtTimes = (view: string, code: string) => PLACES[view]?.atTimes?.split(" ").includes(code) === true;

/** How many payloads of each field were seen in each view, as a table in Markdown; a dot stands where a field has no place. */
export function coverageOf(shown: Walk["shown"], names: readonly string[]): string {
  const line = (first: string, cells: readonly (string | number)[]) =>
    `| ${first.padEnd(60)} | ${cells.map((cell) => String(cell).padStart(3)).join(" | ")} |\n`;
  const cell = (view: string, code: string) => {
    const { size } = seenOn(shown, { names: [view], codes: [code] });
    return size === 0 && !isDeclared(view, code) ? "·" : size;
  };
  const rows = ROWS.map(({ code, name }) =>
    line(
      name,
      names.map((view) => cell(view, code)),
    ),
  );
  const heading = line(
    "field",
    [...names.keys()].map((at) => at + 1),
  );
  const any = line(
    "any field",
    names.map((view) => seenOn(shown, { names: [view] }).size),
  );
  return `${names.map((name, at) => `${at + 1} = ${name}`).join(", ")}\n${heading}${rows.join("")}${any}`;
}

/** Each cell of the table that is not as it is declared, and each view that nothing is declared of, or that nobody saw, in a sentence. */
export function coverageFaults({ shown, first }: Walk, names: readonly string[]): readonly string[] {
  const declared = Object.keys(PLACES);
  const cellFault = (view: string, { code, name }: (typeof ROWS)[number]): readonly string[] => {
    const isSeen = seenOn(shown, { names: [view], codes: [code] }).size > 0;
    if (isSeen === isDeclared(view, code) || (isSeen && isAtTimes(view, code))) return [];
    return [
      isSeen
        ? `${view}: ${name} (${code}) stands at ${first.get(`${view} ${code}`)}, and has no place: ${PLACES[view]?.because}`
        : `${view}: ${name} (${code}) is not seen there`,
    ];
  };
  return [
    ...names.filter((view) => !declared.includes(view)).map((view) => `${view}: nothing is declared of this view`),
    ...declared.filter((view) => !names.includes(view)).map((view) => `${view}: nobody looked at this view`),
    ...names.flatMap((view) => ROWS.flatMap((row) => cellFault(view, row))),
  ];
}

/** The views in which fewer payloads than these were seen, though all of them have a place there. */
export function fewSeen(shown: Walk["shown"], { names, payloads }: { readonly names: readonly string[]; readonly payloads: number }): readonly string[] {
  return names.flatMap((view) => {
    const { size } = seenOn(shown, { names: [view] });
    return size < payloads && PLACES[view]?.few === undefined ? [`${view}: ${size} of ${payloads}`] : [];
  });
}
