/** Reads NAME=value lines as the shell of the machine's start script does. What that shell would expand or run is refused: no bundle holds it. */
export function readShellFile(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (let rest = text.trimStart(); rest !== ""; rest = rest.trimStart()) {
    if (rest.startsWith("#")) {
      rest = rest.includes("\n") ? rest.slice(rest.indexOf("\n")) : "";
      continue;
    }
    const [assigned = "", name = ""] = /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(rest) ?? [];
    if (name === "") throw new Error(`cluster.env: the shell would run ${JSON.stringify(rest.split("\n")[0])}`);
    const word = readWord(rest.slice(assigned.length));
    values.set(name, word.value);
    rest = rest.slice(assigned.length + word.length);
    if (!/^[ \t]*(#|\n|$)/.test(rest)) throw new Error(`cluster.env: ${name}: the shell would run ${JSON.stringify(rest.split("\n")[0])}`);
  }
  return values;
}

/** One word: parts in single quotes, in double quotes, or bare. */
function readWord(text: string): { readonly value: string; readonly length: number } {
  const part = /^(?:'([^']*)'|"([^"$`\\]*)"|([A-Za-z0-9_@%+=:,./*-]+))/;
  let [value, length] = ["", 0];
  for (let found = part.exec(text); found !== null; found = part.exec(text.slice(length))) {
    value += found[1] ?? found[2] ?? found[3] ?? "";
    length += found[0].length;
  }
  return { value, length };
}
