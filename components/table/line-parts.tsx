import { statementAttributes } from "@/components/state/statement";
import { toneText } from "@/components/state/tone";
import { Link } from "@/lib/client/page-link";
import type { LinePart } from "@/lib/format/headline";

/** The second line of a page: its parts, divided by dots, each in its tone and with the values of its statement. */
export function LineParts({ parts }: { readonly parts: readonly LinePart[] }) {
  return parts.map(({ text, tone, statement, href, isLate = false }, index) => (
    <span key={text} className={isLate ? "max-[1099px]:hidden" : undefined}>
      {index > 0 && " · "}
      <span className={tone === null ? undefined : toneText[tone]} {...(statement !== undefined && statementAttributes(statement))}>
        {href === undefined ? (
          text
        ) : (
          <Link href={href} prefetch={false} className="text-inherit">
            {text}
          </Link>
        )}
      </span>
    </span>
  ));
}
