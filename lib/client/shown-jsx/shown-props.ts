import { shownLines, shownText } from "@/lib/format/shown-text";

/** Properties whose text a person sees or hears. */
const SEEN = ["title", "aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "alt", "placeholder"] as const;

/** Elements whose text is no text for people. */
const NOT_SEEN: readonly unknown[] = ["script", "style"];
const WITH_LINES: readonly unknown[] = ["pre", "textarea"];

type Props = Readonly<Record<string, unknown>>;

/**
 * The properties of an element with every text that is seen as it is to be shown. This is asked for every element of every page, so that no
 * component has to remember it; what is not text to be seen (addresses, keys, values) stays the true one.
 */
export function shownProps(type: unknown, props: Props): Props {
  if (NOT_SEEN.includes(type)) return props;
  const changed: Record<string, unknown> = {};
  for (const name of SEEN) {
    const text = props[name];
    if (typeof text === "string" && shownText(text) !== text) changed[name] = shownText(text);
  }
  const keepsLines = WITH_LINES.includes(type) || (typeof props.className === "string" && props.className.includes("whitespace-pre"));
  const children = shownChildren(props.children, keepsLines ? shownLines : shownText);
  if (children !== props.children) changed.children = children;
  return Object.keys(changed).length === 0 ? props : { ...props, ...changed };
}

/** The same value where nothing in it has to be shown otherwise. */
function shownChildren(children: unknown, shown: (text: string) => string): unknown {
  if (typeof children === "string") return shown(children);
  if (!Array.isArray(children)) return children;
  const next: readonly unknown[] = children.map((child) => shownChildren(child, shown));
  return next.every((child, at) => child === children[at]) ? children : next;
}
