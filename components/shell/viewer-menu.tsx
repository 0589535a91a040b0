"use client";

import { Button } from "@/components/ui/button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/components/ui/menu";
import { useForgetViewer } from "@/lib/client/live-provider";
import { signOut } from "@/lib/client/sign-in";
import { useViewer } from "@/lib/client/viewer";
import { pagePaths } from "@/lib/contract/paths";
import { signedInWords } from "@/lib/format/session-words";

/** Who is signed in, and the way out; nothing where nobody signs in. */
export function ViewerMenu() {
  const { name } = useViewer();
  return name === null ? null : <SignedInMenu name={name} />;
}

function SignedInMenu({ name }: { readonly name: string }) {
  const forget = useForgetViewer();
  const leave = async () => {
    await signOut();
    // Whatever the server said: what this browser holds is forgotten.
    forget(() => window.location.assign(pagePaths.signIn("/")));
  };
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button look="quiet" aria-label={signedInWords({ name })} title={signedInWords({ name })} className="max-w-40 px-1.5">
          <span className="truncate max-desk:max-w-16">{name.split(":").at(-1)}</span>
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem onSelect={() => void leave()}>Sign out</MenuItem>
      </MenuContent>
    </Menu>
  );
}
