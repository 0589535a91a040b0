import "./globals.css";
import "./print.css";
import "./unconfirmed.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { AppFrame } from "@/components/shell/app-frame";
import { LiveProvider } from "@/lib/client/live-provider";
import { PastProvider } from "@/lib/client/past";
import { PreferencesProvider } from "@/lib/client/preferences";
import { PREFERENCES_COOKIE, parsePreferences } from "@/lib/contract/preferences";
import { initialView } from "@/lib/server/first-paint";

export const metadata: Metadata = {
  title: { default: "Stolos", template: "%s · Stolos" },
  description: "The virtual machines of an Istio mesh: which serve, which do not, and why.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfbf9" },
    { media: "(prefers-color-scheme: dark)", color: "#0e1013" },
  ],
};

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const [jar, shell] = await Promise.all([cookies(), initialView("shell", "", { offset: 0, limit: 0 })]);
  const preferences = parsePreferences(jar.get(PREFERENCES_COOKIE)?.value);
  return (
    <html lang="en" data-theme={preferences.theme} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body>
        <PastProvider>
          <LiveProvider initial={shell.beat} build={shell.build}>
            <PreferencesProvider initial={preferences}>
              <AppFrame initial={shell.state}>{children}</AppFrame>
            </PreferencesProvider>
          </LiveProvider>
        </PastProvider>
      </body>
    </html>
  );
}
