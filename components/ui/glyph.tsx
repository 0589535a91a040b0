const PATHS = {
  check: "M2.5 6.8l2.7 2.7 5.3-6",
  chevron: "M3.2 5l3.3 3.3L9.8 5",
  close: "M3 3l7 7M10 3l-7 7",
  copy: "M4.8 4.8V2.3h5.9v5.9H8.2M2.3 4.8h5.9v5.9H2.3z",
  find: "M8.9 8.9l2.6 2.6M9.8 5.6a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0z",
  sun: "M6.5 4.1a2.4 2.4 0 1 1 0 4.8 2.4 2.4 0 0 1 0-4.8zM6.5.8v1.3M6.5 10.9v1.3M.8 6.5h1.3M10.9 6.5h1.3M2.5 2.5l.9.9M9.6 9.6l.9.9M2.5 10.5l.9-.9M9.6 3.4l.9-.9",
  moon: "M11.2 7.9A5 5 0 0 1 5.1 1.8a5 5 0 1 0 6.1 6.1z",
  screen: "M1.3 2.3h10.4v6.9H1.3zM4.4 11.4h4.2M6.5 9.2v2.2",
} as const;

/** A line drawing of 13 px in the colour of its text. It means nothing alone: the word stands beside it or in `aria-label`. */
export function Glyph({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg
      viewBox="0 0 13 13"
      width="13"
      height="13"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
