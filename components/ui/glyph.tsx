import { IconFrame } from "./icon-frame";

const PATHS = {
  check: "M2.5 6.8l2.7 2.7 5.3-6",
  chevron: "M3.2 5l3.3 3.3L9.8 5",
  close: "M3 3l7 7M10 3l-7 7",
  copy: "M4.8 4.8V2.3h5.9v5.9H8.2M2.3 4.8h5.9v5.9H2.3z",
  find: "M8.9 8.9l2.6 2.6M9.8 5.6a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0z",
} as const;

/** A line drawing of 13 px in the colour of its text. It means nothing alone: the word stands beside it or in `aria-label`. */
export function Glyph({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <IconFrame>
      <path d={PATHS[name]} strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" />
    </IconFrame>
  );
}
