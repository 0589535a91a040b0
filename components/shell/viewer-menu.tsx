"use client";

import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { useForgetViewer } from "@/lib/client/live-provider";
import { signOut } from "@/lib/client/sign-in";
import { useViewer } from "@/lib/client/viewer";
import { pagePaths } from "@/lib/contract/url/paths";
import { actingWords, NOBODY_SIGNED_IN, signedInWords, signOutWords } from "@/lib/format/session-words";

/** Who is signed in, and the way out; on a wall display that nobody is; nothing on a server of one person's own. */
export function ViewerMenu() {
  const viewer = useViewer();
  if (viewer.name !== null) return <SignedInMenu signIn={viewer.signIn} name={viewer.name} />;
  if (viewer.signIn !== "kiosk") return null;
  return (
    <span data-viewer="" data-sign-in={viewer.signIn} className="shrink-0 text-s text-ink-3 max-desk:sr-only" title={actingWords(viewer)}>
      {NOBODY_SIGNED_IN}
    </span>
  );
}

function SignedInMenu({ signIn, name }: { readonly signIn: string; readonly name: string }) {
  const forget = useForgetViewer();
  const leave = async () => {
    await signOut();
    // Whatever the server said: what this browser holds is forgotten.
    forget(() => window.location.assign(pagePaths.signIn("/")));
  };
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button
          look="quiet"
          data-viewer={name}
          data-sign-in={signIn}
          aria-label={signedInWords({ name })}
          title={signedInWords({ name })}
          className="max-w-40 px-1.5"
        >
          <span className="truncate max-desk:max-w-16">{name.split(":").at(-1)}</span>
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onSelect={() => void leave()} className="max-w-72 flex-col items-start py-1">
          Sign out
          <span className="text-xs text-ink-2">{signOutWords({ signIn })}</span>
        </MenuItem>
      </MenuContent>
    </Menu>
  );
}
