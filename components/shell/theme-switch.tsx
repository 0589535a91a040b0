"use client";

import { Button } from "@/components/ui/button";
import { Glyph } from "@/components/ui/glyph";
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "@/components/ui/menu";
import { usePreferences } from "@/lib/client/preferences";

const THEMES = [
  { theme: "system", word: "As the system", glyph: "screen" },
  { theme: "light", word: "Light", glyph: "sun" },
  { theme: "dark", word: "Dark", glyph: "moon" },
] as const;

export function ThemeSwitch() {
  const { theme, set } = usePreferences();
  const chosen = THEMES.find((entry) => entry.theme === theme) ?? THEMES[0];
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button look="quiet" aria-label={`Theme: ${chosen.word}`} className="px-1.5 max-desk:hidden">
          <Glyph name={chosen.glyph} />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuRadioGroup value={theme}>
          {THEMES.map((entry) => (
            <MenuRadioItem key={entry.theme} value={entry.theme} onSelect={() => set({ theme: entry.theme })}>
              {entry.word}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}
