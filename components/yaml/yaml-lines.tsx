import { clsx } from "clsx";
import { YAML_KEY } from "@/components/editor/editor-line";

interface YamlLinesProps {
  readonly text: string;
  /** The line that is linked to, as "L12". */
  readonly marked: string;
}

/** Lines with numbers that can be linked to. Everything is text: what a stranger wrote stays what it is. */
export function YamlLines({ text, marked }: YamlLinesProps) {
  const lines = text.replace(/\n$/, "").split("\n");
  return (
    <section aria-label="The object, line by line" className="mt-2 overflow-x-auto bg-sunken py-2 font-mono text-s leading-6">
      {lines.map((line, index) => {
        const id = `L${index + 1}`;
        return (
          // A line has no other name than its number.
          <div key={id} id={id} className={clsx("flex min-w-max", marked === id && "bg-accent-soft")}>
            <a href={`#${id}`} aria-label={`Line ${index + 1}`} className="w-11 shrink-0 pr-3 text-right text-ink-3 select-none hover:text-accent">
              {index + 1}
            </a>
            <Line text={line} />
          </div>
        );
      })}
    </section>
  );
}

function Line({ text }: { readonly text: string }) {
  const parts = YAML_KEY.exec(text);
  if (parts === null) return <span className="pr-4 whitespace-pre text-ink">{text}</span>;
  const [, indent = "", key = "", value = ""] = parts;
  return (
    <span className="pr-4 whitespace-pre">
      {indent}
      <span className="text-ink-2">{key}</span>
      <span className="text-ink">{value}</span>
    </span>
  );
}
