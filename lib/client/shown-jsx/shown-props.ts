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
  // It makes no object and no array where nothing changes, because that is so for almost every element.
  let changed: Record<string, unknown> | undefined;
  for (const name of SEEN) {
    const text = props[name];
    if (typeof text !== "string") continue;
    const shown = shownText(text);
    if (shown === text) continue;
    changed ??= {};
    changed[name] = shown;
  }
  const { children, className } = props;
  if (typeof children === "string" || Array.isArray(children)) {
    const keepsLines = WITH_LINES.includes(type) || (typeof className === "string" && className.includes("whitespace-pre"));
    const shown = shownChildren(children, keepsLines ? shownLines : shownText);
    if (shown !== children) {
      changed ??= {};
      changed.children = shown;
    }
  }
  return changed === undefined ? props : { ...props, ...changed };
}

/** The same value where nothing in it has to be shown otherwise. */
function shownChildren(children: unknown, shown: (text: string) => string): unknown {
  if (typeof children === "string") return shown(children);
  if (!Array.isArray(children)) return children;
  let next: unknown[] | null = null;
  for (let at = 0; at < children.length; at++) {
    const child: unknown = children[at];
    const other = shownChildren(child, shown);
    if (other === child) continue;
    next ??= [...children];
    next[at] = other;
  }
  return next ?? children;
}
