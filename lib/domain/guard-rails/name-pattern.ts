const PATTERN = /^[-a-z0-9.*]{1,253}$/;
const MOST_STARS = 4;

/** Is this a pattern of names: letters, digits, dots and dashes, and a star for any number of them? */
export function isNamePattern(text: string): boolean {
  return PATTERN.test(text) && text.split("*").length - 1 <= MOST_STARS;
}

/** Does a name fit a pattern, as a whole? What stands between the stars is sought once, from the left: no name makes it slow. */
export function fitsPattern(name: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let begin = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, begin);
    if (found === -1 || found + part.length > end) return false;
    begin = found + part.length;
  }
  return true;
}
