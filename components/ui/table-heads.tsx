/** A heading as a word, as a word with the class of its column, or as a word for screen readers only. */
type Head = string | readonly [word: string, className: string] | { readonly hidden: string };

/** The headings of a table with few columns, which do not sort. */
export function TableHeads({ of, className }: { readonly of: readonly Head[]; readonly className?: string }) {
  return (
    <thead className={className}>
      <tr>
        {of.map((head) => {
          const [word, ofColumn] = typeof head === "string" ? [head] : "hidden" in head ? [head.hidden] : head;
          return (
            <th key={word} scope="col" className={ofColumn}>
              {typeof head === "object" && "hidden" in head ? <span className="sr-only">{word}</span> : word}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
