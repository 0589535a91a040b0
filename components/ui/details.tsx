"use client";

import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from "react";
import { InsideDetail, Section } from "./section";

/** The state that the rows of one list share. */
interface DetailsState {
  /** The last press of "unfold all" or "fold all". A row that was used since then keeps its own state. */
  readonly all: { readonly isOpen: boolean };
  /** The anchor of the address, or of the last link to a part of this page. Each link is a new object. */
  readonly linked: { readonly anchor: string };
}

const FOLDED: DetailsState = { all: { isOpen: false }, linked: { anchor: "" } };
const DetailsContext = createContext(FOLDED);

interface DetailsProps {
  /** `Detail` rows. */
  readonly children: ReactNode;
}

/** Facts that are rarely needed: a list of folded rows, each with a line that already answers. */
export function Details({ children }: DetailsProps) {
  const [all, setAll] = useState(FOLDED.all);
  const linked = useLinkedAnchor();
  const state = useMemo(() => ({ all, linked }), [all, linked]);
  return (
    <Section
      name="details"
      title="Details"
      aside={
        <button
          type="button"
          onClick={() => setAll({ isOpen: !all.isOpen })}
          className="inline-flex min-h-6 cursor-pointer items-center px-0.5 hover:text-ink hover:underline max-desk:min-h-11"
        >
          {all.isOpen ? "fold all" : "unfold all"}
        </button>
      }
    >
      <DetailsContext value={state}>{children}</DetailsContext>
    </Section>
  );
}

interface DetailProps {
  /** Names the row for tests, as `data-section`: stays when the title changes. */
  readonly name: string;
  readonly title: string;
  /** Answers without unfolding. It has no links: the whole row is one button. */
  readonly line: ReactNode;
  /** The anchor by which links lead to it: a public name. */
  readonly id?: string;
  /** More anchors that are inside of it, such as the lines of a file. */
  readonly hasAnchor?: (anchor: string) => boolean;
  /** Opens the row when it becomes true: its content waits for the viewer. */
  readonly isNeeded?: boolean;
  readonly children: ReactNode;
}

/** A folded row of `Details`. Its children are mounted when it is first opened: by the viewer, by "unfold all", or because the address has its anchor. */
export function Detail({ name, title, line, id, hasAnchor, isNeeded = false, children }: DetailProps) {
  const { all, linked } = useContext(DetailsContext);
  const [own, setOwn] = useState({ isOpen: false, after: FOLDED.all });
  const isOpen = own.after === all ? own.isOpen : all.isOpen;
  const [wasNeeded, setWasNeeded] = useState(false);
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded);
    if (isNeeded) setOwn({ isOpen: true, after: all });
  }
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const row = useRef<HTMLElement>(null);
  const openLinked = useEffectEvent((anchor: string) => {
    if (anchor === "" || (anchor !== id && hasAnchor?.(anchor) !== true)) return;
    setOwn({ isOpen: true, after: all });
    if (anchor === id) row.current?.scrollIntoView({ block: "start" });
  });
  useEffect(() => openLinked(linked.anchor), [linked]);
  const inside = useMemo(() => ({ name, id }), [name, id]);
  const [titleId, bodyId] = [useId(), useId()];
  return (
    <section ref={row} id={id} data-section={name} aria-labelledby={titleId} className="scroll-mt-16 border-b border-line">
      <div className="relative grid min-h-8 grid-cols-[16px_minmax(0,1fr)] items-baseline gap-y-0.5 py-[6px] hover:bg-hover max-desk:py-2.5 desk:grid-cols-[16px_196px_minmax(0,1fr)]">
        <svg viewBox="0 0 10 10" width="9" height="9" aria-hidden="true" className={`self-center fill-ink-3 ${isOpen ? "rotate-90" : ""}`}>
          <path d="M2 1l6 4-6 4z" />
        </svg>
        <h3 className="text-m font-medium">
          <button
            id={titleId}
            type="button"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            onClick={() => setOwn({ isOpen: !isOpen, after: all })}
            className="cursor-pointer text-left after:absolute after:inset-0"
          >
            {title}
          </button>
        </h3>
        <div data-line="" className="min-w-0 text-ink-2 max-desk:col-start-2 max-desk:text-s desk:truncate">
          {line}
        </div>
      </div>
      <div id={bodyId} hidden={!isOpen} className="pb-3.5 pl-4">
        {wasOpen && <InsideDetail value={inside}>{children}</InsideDetail>}
      </div>
    </section>
  );
}

/** The anchor in the address, also after a link to the anchor that the address already has. */
function useLinkedAnchor(): DetailsState["linked"] {
  const [linked, setLinked] = useState(FOLDED.linked);
  useEffect(() => {
    const read = () => setLinked({ anchor: anchorIn(window.location.hash) });
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href*='#']") : null;
      if (link !== null && link.pathname === window.location.pathname) setLinked({ anchor: anchorIn(link.hash) });
    };
    read();
    window.addEventListener("hashchange", read);
    document.addEventListener("click", onClick);
    return () => {
      window.removeEventListener("hashchange", read);
      document.removeEventListener("click", onClick);
    };
  }, []);
  return linked;
}

function anchorIn(hash: string): string {
  return /^#[\w-]+$/.test(hash) ? hash.slice(1) : "";
}
