/** Makes a sentence of a phrase: a full stop, and a capital unless it begins with a name ("istiod-7c9f-a", "spec.weight"). "" stays "". */
export function sentence(phrase: string): string {
  const text = phrase.trim();
  if (text === "") return "";
  const begun = /^(?!istiod\b)[a-z]+(?=[ ,;]|$)/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
