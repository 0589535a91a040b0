const AT_END = /(?:[:-]\s+|[,[{]\s*)([\da-f]*:[\da-f:]*:)\s*(?:[,\]}].*|#.*)?$/i;
const KEY = /^[\da-f]*:[\da-f:]*$/i;

/** The IPv6 address in a line of YAML whose last colon reads as a key's; null = none. */
export function unquotedAddress(line: string): string | null {
  return AT_END.exec(line)?.[1] ?? null;
}

/** The address that YAML reads as a map with one key: `- 001:db8::`; null = the value is something else. */
export function addressReadAsMap(pairs: readonly (readonly [key: string, value: unknown])[]): string | null {
  const [first, second] = pairs;
  return first !== undefined && second === undefined && first[1] === null && KEY.test(first[0]) ? `${first[0]}:` : null;
}
