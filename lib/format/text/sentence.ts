/** "Six machines" from "six machines". */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** A phrase as a sentence. It keeps a lower-case name at its beginning ("istiod-7c9f-a", "spec.weight"). "" stays "". */
export function sentence(phrase: string): string {
  const text = phrase.trim();
  if (text === "") return "";
  const begun = /^(?!istiod\b)[a-z]+(?=[ ,;]|$)/.test(text) ? capitalize(text) : text;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
