import { render } from "@testing-library/react";
import Link from "next/link";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";

const HOSTILE = "a\u202E\u202D\u2069\u200D\0\n\u001Bb";
const SHOWN = "a‹U+202E›‹U+202D›‹U+2069›‹U+200D›‹U+0000›‹U+000A›‹U+001B›b";

const Passing = ({ children }: { readonly children: ReactNode }) => <em>{children}</em>;

describe("an element of a page", () => {
  it("shows the text of strangers with what cannot be seen in it, in its title and label too", () => {
    const { container } = render(
      <section title={HOSTILE} aria-label={`of ${HOSTILE}`}>
        {HOSTILE}
      </section>,
    );
    const element = container.querySelector("section");
    expect([element?.textContent, element?.title, element?.getAttribute("aria-label")]).toEqual([SHOWN, SHOWN, `of ${SHOWN}`]);
  });

  it("does so among other children, in lists, fragments, links and whatever passes its children on", () => {
    const { container } = render(
      <div>
        before {HOSTILE} after
        <ul>{[HOSTILE, HOSTILE]}</ul>
        <section>
          {HOSTILE}
          <Passing>{HOSTILE}</Passing>
        </section>
        <Link href={`/?q=${encodeURIComponent(HOSTILE)}`}>{HOSTILE}</Link>
      </div>,
    );
    expect(container.textContent).toBe(`before ${SHOWN} after${SHOWN.repeat(5)}`);
  });

  it("keeps the lines of a text that is shown in lines, and nothing else", () => {
    const { container } = render(
      <>
        <pre>{"a\n\u202Eb"}</pre>
        <code className="block whitespace-pre-wrap">{"a\n\u202Eb"}</code>
      </>,
    );
    expect(container.textContent).toBe("a\n‹U+202E›ba\n‹U+202E›b");
  });

  it("leaves addresses, keys and values as they are", () => {
    const { container } = render(<input value={"a\u202Eb"} data-name={"a\u202Eb"} readOnly />);
    const input = container.querySelector("input");
    expect([input?.value, input?.dataset.name]).toEqual(["a\u202Eb", "a\u202Eb"]);
  });
});
