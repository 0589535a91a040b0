import { statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import type { LinePart } from "@/lib/format/headline";

/** The second line of a page: its parts, divided by dots, each in its tone and with the values of its statement. */
export function LineParts({ parts }: { readonly parts: readonly LinePart[] }) {
  return parts.map(({ text, tone, statement }, index) => (
    <span key={text}>
      {index > 0 && " · "}
      <span className={tone === null ? undefined : toneText[tone]} {...(statement !== undefined && statementAttributes(statement))}>
        {text}
      </span>
    </span>
  ));
}
