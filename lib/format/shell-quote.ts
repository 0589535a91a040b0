const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * One word for a POSIX shell, whatever a stranger wrote. Text with control or invisible characters is spelled out
 * in `$'…'` (bash, zsh), because a pasted escape sequence acts on the terminal before any shell reads a quote.
 */
export function shellQuote(text: string): string {
  if (PLAIN.test(text)) return text;
  if (!UNSEEN.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${[...text].map(spell).join("")}'`;
}

function spell(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  if (!UNSEEN.test(character)) return character;
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}
