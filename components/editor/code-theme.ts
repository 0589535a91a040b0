import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const FONT = { fontFamily: "var(--font-mono)", fontSize: "var(--text-s)", lineHeight: "1.65" };

/** The look of an editor, in the page's own colours: both themes are in them. */
export const CODE_THEME = [
  EditorView.theme({
    "&": { color: "var(--ink)", backgroundColor: "transparent" },
    "&.cm-focused": { outline: "none" },
    ".cm-scroller": { ...FONT, padding: "10px 0" },
    ".cm-content": { padding: "0", caretColor: "var(--ink)" },
    ".cm-line": { padding: "0 14px" },
    ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
    ".cm-gutters": { color: "var(--ink-3)", backgroundColor: "transparent", border: "none" },
    ".cm-lineNumbers .cm-gutterElement": { minWidth: "34px", padding: "0" },
    ".cm-gutter-lint": { width: "14px" },
    ".cm-lint-marker": { width: "9px", height: "9px" },
    ".cm-lint-marker-error": { content: "none", borderRadius: "50%", backgroundColor: "var(--bad-cell)", margin: "5px 2px" },
    ".cm-lint-marker-warning": { content: "none", backgroundColor: "var(--warn-cell)", margin: "5px 2px" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--accent-soft)" },
    ".cm-lintRange-error, .cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--bad-cell)" },
    ".cm-lintRange-warning": { textDecorationColor: "var(--warn-cell)" },
    ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--raised)", border: "1px solid var(--line-2)", borderRadius: "4px", ...FONT },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px" },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { color: "var(--paper)", backgroundColor: "var(--ink)" },
    ".cm-completionDetail": { color: "inherit", fontStyle: "normal", marginLeft: "12px" },
    ".cm-diagnostic": { maxWidth: "60ch", whiteSpace: "normal", borderLeft: "none" },
  }),
  // Keys step back behind values, so that what one edits is what one sees.
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--ink-2)" },
      { tag: [tags.comment, tags.punctuation], color: "var(--ink-3)" },
    ]),
  ),
];
