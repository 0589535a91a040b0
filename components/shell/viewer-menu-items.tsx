"use client";

import { Kbd } from "@/components/ui/kbd";
import { Item, Label, RadioGroup, RadioItem, Separator } from "@/components/ui/menu-parts";
import { useForgetViewer } from "@/lib/client/live-provider";
import { usePreferences } from "@/lib/client/preferences";
import { signOut } from "@/lib/client/sign-in";
import { useViewer } from "@/lib/client/viewer";
import { pagePaths } from "@/lib/contract/url/paths";
import { actingWords, signOutWords } from "@/lib/format/session-words";

const THEMES = [
  { theme: "system", word: "System" },
  { theme: "light", word: "Light" },
  { theme: "dark", word: "Dark" },
] as const;

/** The items of the viewer's menu. */
export function ViewerMenuItems({ onKeys }: { readonly onKeys: () => void }) {
  const viewer = useViewer();
  const { theme, set } = usePreferences();
  const signOutHere = useSignOut();
  return (
    <>
      <p className="max-w-72 px-2 py-1.5 text-s text-ink-2">{actingWords(viewer)}</p>
      <Separator />
      <Label>Theme</Label>
      <RadioGroup value={theme}>
        {THEMES.map((entry) => (
          <RadioItem key={entry.theme} value={entry.theme} onSelect={() => set({ theme: entry.theme })}>
            {entry.word}
          </RadioItem>
        ))}
      </RadioGroup>
      <Separator />
      <Item onSelect={onKeys}>
        Keys
        <span className="ml-auto">
          <Kbd>?</Kbd>
        </span>
      </Item>
      {viewer.name !== null && (
        <Item onSelect={() => void signOutHere()} className="max-w-72 flex-col items-start py-1">
          Sign out
          <span className="text-xs text-ink-2">{signOutWords(viewer)}</span>
        </Item>
      )}
    </>
  );
}

/** Returns a function that signs out and opens the sign-in page. The browser deletes the viewer's data even if the server does not answer. */
export function useSignOut(): () => Promise<void> {
  const forget = useForgetViewer();
  return async () => {
    await signOut();
    forget(() => window.location.assign(pagePaths.signIn("/")));
  };
}
