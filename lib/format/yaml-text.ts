/** Characters that JSON leaves as they are, and YAML does not take. */
const NOT_IN_YAML = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

/** A text as a value in YAML, its lines `indent` spaces in: as it stands where that is safe, else in quotes, which every text fits into. */
export function yamlText(text: string, indent: number): string {
  const isPlain = /^\S/.test(text) && /\S\n$/.test(text) && /^[\x20-\x7e\n]*$/.test(text);
  if (!isPlain) return JSON.stringify(text).replaceAll(NOT_IN_YAML, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `|\n${text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `${" ".repeat(indent)}${line}`))
    .join("\n")}`;
}
