"use client";

import { useSearchParams } from "next/navigation";
import { MOMENT_SYNTAX_TEXT, parseMoment, parseWindow, WINDOW_SYNTAX_TEXT } from "@/lib/contract/url/history-window";
import { type UnreadPart, unreadPart } from "@/lib/format/past-words";
import { PageBanner } from "./page-banner";

/** Banners for invalid times in the URL, because the page shows another time instead. */
export function InvalidTimeBanner() {
  const search = useSearchParams();
  return unreadIn(search.get("at") ?? "", search.get("window") ?? "").map((part) => {
    const { title, sentence, todo } = unreadPart(part);
    return (
      <PageBanner key={part.name} banner={`unread-${part.name}`} title={title} todo={todo}>
        {sentence}
      </PageBanner>
    );
  });
}

function unreadIn(at: string, window: string): UnreadPart[] {
  const parts: UnreadPart[] = [];
  if (at !== "" && parseMoment(at) === null) parts.push({ name: "at", spelled: at, form: MOMENT_SYNTAX_TEXT });
  if (window !== "" && parseWindow(window) === null) parts.push({ name: "window", spelled: window, form: WINDOW_SYNTAX_TEXT });
  return parts;
}
