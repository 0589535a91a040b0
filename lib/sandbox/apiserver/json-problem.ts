/** Why a text is no JSON, in the words of the decoder of a real server where they are known. */
export function jsonProblem(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? Number.NaN);
  if (/unexpected end|unterminated/i.test(message) || position >= text.trimEnd().length) return "unexpected end of JSON input";
  const shown = text.slice(position).trimStart()[0];
  if (/after JSON/.test(message) && shown !== undefined) return `invalid character '${shown}' after top-level value`;
  return message;
}
