import { clsx } from "clsx";
import { LINE_WASH, type LineMark } from "./line-marks";

/** The parts of a line of YAML with a key: indent, key, value. */
export const YAML_KEY = /^(\s*(?:- )*)([^\s:#][^:]*:)(\s.*)?$/;

interface EditorLineProps {
  readonly number: number;
  readonly text: string;
  readonly mark: LineMark | null;
  /** A long line goes on below, where it is only read. */
  readonly wraps?: boolean;
}

/** One line with its number: also what lies behind the field that is typed into. */
export function EditorLine({ number, text, mark, wraps = false }: EditorLineProps) {
  return (
    <li className={clsx("flex", mark !== null && LINE_WASH[mark])}>
      <span className="w-[38px] shrink-0 text-right text-ink-3 select-none">{number}</span>
      <span className={clsx("pl-3.5", wraps ? "min-w-0 whitespace-pre-wrap wrap-anywhere" : "whitespace-pre")}>
        <Coloured text={text} />
      </span>
    </li>
  );
}

/** Keys step back behind values, so that what one edits is what one sees. */
function Coloured({ text }: { readonly text: string }) {
  const parts = YAML_KEY.exec(text);
  if (parts === null) return <span className={text.trimStart().startsWith("#") ? "text-ink-3" : "text-ink"}>{text === "" ? " " : text}</span>;
  const [, indent = "", key = "", value = ""] = parts;
  return (
    <>
      {indent}
      <span className="text-ink-2">{key}</span>
      <span className="text-ink">{value}</span>
    </>
  );
}
