"use client";

import { Button } from "@/components/ui/button";
import { lazyPart, partLoader } from "@/components/ui/lazy-part";
import { Menu, MenuContent, MenuTrigger, menuLoaderWith } from "@/components/ui/menu";
import { useViewer } from "@/lib/client/viewer";

const loadItems = partLoader(() => import("./viewer-menu-items"));
const load = menuLoaderWith(loadItems);
const ViewerMenuItems = lazyPart(loadItems, (loaded) => loaded.ViewerMenuItems);

/** Button with the user name. It opens the viewer's menu: theme, keys and sign-out. */
export function ViewerMenu({ onKeys }: { readonly onKeys: () => void }) {
  const { name, signIn } = useViewer();
  const label = name ?? (signIn === "kiosk" ? "No sign-in" : "Settings");
  return (
    <Menu load={load}>
      <MenuTrigger asChild>
        <Button
          look="quiet"
          data-viewer={name ?? ""}
          data-sign-in={signIn}
          aria-label={name === null ? label : `Signed in as ${name}`}
          title={name ?? undefined}
          className="w-full justify-start px-2 font-normal"
        >
          <span className="truncate">{label.split(":").at(-1)}</span>
        </Button>
      </MenuTrigger>
      <MenuContent align="start" side="top">
        <ViewerMenuItems onKeys={onKeys} />
      </MenuContent>
    </Menu>
  );
}
