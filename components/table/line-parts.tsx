import { toneText } from "@/components/state/tone";
import type { LinePart } from "@/lib/format/headline";

/** The second line of a page: its parts, divided by dots, each in its tone. */
export function LineParts({ parts }: { readonly parts: readonly LinePart[] }) {
  return parts.map(({ text, tone }, index) => (
    <span key={text}>
      {index > 0 && " · "}
      <span className={tone === null ? undefined : toneText[tone]}>{text}</span>
    </span>
  ));
}
