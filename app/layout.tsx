import "./globals.css";
import "./print.css";
import "./unconfirmed.css";
import "./wall.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { KeepSignedIn } from "@/components/session/keep-signed-in";
import { UnframedPage } from "@/components/session/unframed-page";
import { AppFrame } from "@/components/shell/app-frame";
import { isNewGroupOffered } from "@/components/shell/page-links";
import { earlyInputScript } from "@/lib/client/early-input";
import { LiveProvider } from "@/lib/client/live-provider";
import { OutsideLinksProvider } from "@/lib/client/outside-links";
import { PastProvider } from "@/lib/client/past";
import { PreferencesProvider } from "@/lib/client/preferences";
import { ReplayEarlyInput } from "@/lib/client/replay-early-input";
import { ViewerProvider } from "@/lib/client/viewer";
import { effectiveTheme, PREFERENCES_COOKIE, parsePreferences, usesOnCallLayout } from "@/lib/contract/url/preferences";
import { pageViewer } from "@/lib/server/access/session";
import { offeredCommands } from "@/lib/server/commands/load-commands";
import { initialView } from "@/lib/server/first-paint";
import { NONCE_HEADER } from "@/lib/server/http/inbound-headers";
import { visitorPage } from "@/lib/server/request-checks";

export const metadata: Metadata = {
  title: { default: "Stolos", template: "%s · Stolos" },
  description: "The virtual machines of an Istio mesh: which serve, which do not, and why.",
  icons: { icon: { url: "/icon.svg", type: "image/svg+xml" }, apple: { url: "/apple-touch-icon.png", sizes: "180x180" } },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfbf9" },
    { media: "(prefers-color-scheme: dark)", color: "#0e1013" },
  ],
};

export default visitorPage(async ({ runtime, viewer, from }, { children }: { readonly children: ReactNode }) => {
  const [jar, given] = await Promise.all([cookies(), headers()]);
  const shell = viewer === null ? null : await initialView(runtime, viewer, { kind: "shell", query: "", window: { offset: 0, limit: 0 } });
  const offered = viewer === null ? [] : await offeredCommands(viewer, "workloadgroups");
  const preferences = parsePreferences(jar.get(PREFERENCES_COOKIE)?.value);
  const [pathname = "", search = ""] = from.split("?");
  return (
    <html
      lang="en"
      data-theme={effectiveTheme(preferences, usesOnCallLayout(pathname, search, false))}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body>
        {/* Browsers hide the nonce from React, so it would find another one. */}
        <script nonce={given.get(NONCE_HEADER) ?? undefined} suppressHydrationWarning>
          {earlyInputScript()}
        </script>
        {/* With cookies: a proxy in front that signs people in would answer with its own page, and nothing could be installed. */}
        <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" />
        {viewer === null || shell === null ? (
          <UnframedPage>{children}</UnframedPage>
        ) : (
          <ViewerProvider viewer={pageViewer(viewer)}>
            <PastProvider>
              <LiveProvider initial={shell.beat} build={shell.build}>
                <PreferencesProvider initial={preferences}>
                  <OutsideLinksProvider links={runtime.config.outsideLinks}>
                    <AppFrame initial={shell.state} offersNewGroup={isNewGroupOffered(offered)} signedIn={<KeepSignedIn />}>
                      {children}
                    </AppFrame>
                  </OutsideLinksProvider>
                </PreferencesProvider>
              </LiveProvider>
            </PastProvider>
          </ViewerProvider>
        )}
        <ReplayEarlyInput />
      </body>
    </html>
  );
});
