import { autocompletion, type CompletionContext, type CompletionResult, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import type { PreviewDiagnostic } from "@/lib/contract/answers/preview";
import { completionsAt } from "@/lib/domain/edit/completions";
import type { DocumentShape } from "@/lib/domain/preview/shape";
import { CODE_THEME } from "./code-theme";
import { LINE_WASH, type LineMark } from "./line-marks";

export interface CodeOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  /** The id of what is said of the text. */
  readonly describedBy: string;
  /** The shape of what is written, for completion. */
  shape(): DocumentShape | null;
  onChange(text: string): void;
}

const setMarks = StateEffect.define<ReadonlyMap<number, LineMark>>();

const markedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(held, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setMarks));
    return set === undefined ? held.map(transaction.changes) : decorated(transaction.state, set.value);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** An editor of YAML in an element. What it has to style it styles with the page's own nonce. */
export function createCodeView({ parent, text, describedBy, shape, onChange }: CodeOptions): EditorView {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  const extensions = [
    EditorView.cspNonce.of(nonce),
    // An editable text takes the focus without a tabindex, but checkers of accessibility look for one.
    EditorView.contentAttributes.of({
      ...{ "aria-label": "The object as YAML", "aria-describedby": describedBy },
      ...{ tabindex: "0", spellcheck: "false", autocapitalize: "off" },
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange(update.state.doc.toString());
    }),
    EditorView.domEventHandlers({ beforeinput: typedOver }),
    ...[lineNumbers(), history(), drawSelection(), indentUnit.of("  "), yaml(), lintGutter(), markedLines, CODE_THEME],
    autocompletion({ override: [(context) => completed(context, shape())], icons: false }),
    keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
  ];
  return new EditorView({ parent, state: EditorState.create({ doc: text, extensions }) });
}

/** Shows another text, as one change of what differs: the caret and what can be undone stay. */
export function showText(view: EditorView, text: string): void {
  const held = view.state.doc.toString();
  if (held === text) return;
  let from = 0;
  while (from < held.length && from < text.length && held[from] === text[from]) from++;
  let tail = 0;
  while (tail < held.length - from && tail < text.length - from && held[held.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
  view.dispatch({ changes: { from, to: held.length - tail, insert: text.slice(from, text.length - tail) } });
}

const SEVERITIES = { refuses: "error", warns: "warning", informs: "info" } as const satisfies Record<PreviewDiagnostic["level"], Diagnostic["severity"]>;

/** Shows what is said of the lines, and which are marked. */
export function showNotes(view: EditorView, notes: readonly PreviewDiagnostic[], marks: ReadonlyMap<number, LineMark>): void {
  const { doc } = view.state;
  const diagnostics = notes.flatMap(({ line, level, text }): Diagnostic[] => {
    if (line === null || line > doc.lines) return [];
    const { from, to, text: written } = doc.line(line);
    const start = from + (written.length - written.trimStart().length);
    return [{ from: Math.min(start, to), to, severity: SEVERITIES[level], message: text }];
  });
  view.dispatch({ effects: setMarks.of(marks) });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

/** Puts the caret at the beginning of a line (from 1). */
export function goToCodeLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
  view.focus();
}

/** Where text is typed over other text a browser keeps the look of that by a style of its own, which the page's policy refuses: the editor replaces it itself. */
function typedOver(event: InputEvent, view: EditorView): boolean {
  // What the editor knows to be selected may be a moment behind what is.
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = document.getSelection() ?? NOTHING_SELECTED;
  if (event.inputType !== "insertText" || event.data === null || isCollapsed || anchorNode === null || focusNode === null) return false;
  if (!view.contentDOM.contains(anchorNode) || !view.contentDOM.contains(focusNode)) return false;
  const selection = { anchor: view.posAtDOM(anchorNode, anchorOffset), head: view.posAtDOM(focusNode, focusOffset) };
  view.dispatch({ selection });
  view.dispatch(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
  event.preventDefault();
  return true;
}

const NOTHING_SELECTED = { anchorNode: null, anchorOffset: 0, focusNode: null, focusOffset: 0, isCollapsed: true } as const;

function decorated({ doc }: EditorState, marks: ReadonlyMap<number, LineMark>): DecorationSet {
  const built = new RangeSetBuilder<Decoration>();
  for (const [line, mark] of [...marks].sort(([a], [b]) => a - b)) {
    if (line >= doc.lines) continue;
    const { from } = doc.line(line + 1);
    built.add(from, from, Decoration.line({ class: LINE_WASH[mark] }));
  }
  return built.finish();
}

function completed({ state, pos, explicit }: CompletionContext, shape: DocumentShape | null): CompletionResult | null {
  if (shape === null) return null;
  const line = state.doc.lineAt(pos);
  const found = completionsAt(state.doc.toString().split("\n"), line.number - 1, pos - line.from, shape);
  const isBegun = found !== null && found.from < pos - line.from;
  if (found === null || !(explicit || isBegun)) return null;
  const options = found.options.map(({ text, is, kind }) => ({ label: text, detail: is, apply: kind === "field" ? `${text}: ` : text }));
  return { from: line.from + found.from, options, validFor: /^\w*$/ };
}
