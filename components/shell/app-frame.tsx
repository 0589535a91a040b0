"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, Suspense, useEffect } from "react";
import { lazyPart, optionalPart, partLoader } from "@/components/ui/lazy-part";
import { LoadedLater } from "@/components/ui/loaded-later";
import { usePast } from "@/lib/client/past";
import { useIsWall } from "@/lib/client/use-is-wall";
import { useTheme } from "@/lib/client/use-theme";
import { useView } from "@/lib/client/use-view";
import { useViewer } from "@/lib/client/viewer";
import { useWayBack } from "@/lib/client/way-back";
import { pagePaths } from "@/lib/contract/url/paths";
import type { ViewStateOf } from "@/lib/contract/views/view";
import { BottomBar } from "./bottom-bar";
import { FreshnessAnnouncer } from "./freshness-announcer";
import { pageGroups } from "./page-links";
import { PastBannerLayout } from "./past-time-line";
import { ScriptsMissingNotice } from "./scripts-missing-notice";
import { ShellDialogs } from "./shell-dialogs";
import { SideNavigation } from "./side-navigation";
import { SignedOutNotice } from "./signed-out-notice";
import { StaleBanner } from "./stale-banner";
import { StaleBoundary } from "./stale-boundary";
import { TopBar } from "./top-bar";
import { useNavigationFocus } from "./use-navigation-focus";
import { usePickedScope, useRestoreScope } from "./use-picked-scope";

/** Lazy but rendered on the server: only pages of the past need it. */
const loadPastBanner = partLoader(() => import("./past-banner"));
const PastBanner = lazyPart(loadPastBanner, (loaded) => loaded.PastBanner);
/** Lazy but rendered on the server. */
const ListExternalLinks = optionalPart(async () => (await import("./list-external-links")).ListExternalLinks);
/** Lazy: only a URL with a time can have an invalid one. */
const loadUnreadAddress = partLoader(() => import("./invalid-time-banner"));
const InvalidTimeBanner = lazyPart(loadUnreadAddress, (loaded) => loaded.InvalidTimeBanner);

interface AppFrameProps {
  /** The state with which the server rendered the frame. */
  readonly initial: ViewStateOf<"shell"> | null;
  /** True if Stolos may write and its policy lets this viewer try to create a group. */
  readonly offersNewGroup: boolean;
  /** Components that renew the sign-in and show its problems. */
  readonly signedIn?: ReactNode;
  readonly children: ReactNode;
}

const NO_ROWS = { offset: 0, limit: 0 };

/** The frame of every page: navigation, scope, search and freshness. A wall display has no frame. */
export function AppFrame({ initial, offersNewGroup, signedIn, children }: AppFrameProps) {
  const at = usePast();
  const isPast = at !== null;
  const { state } = useView("shell", "", NO_ROWS, isPast ? null : initial);
  const head = state?.head ?? null;
  const isWall = useIsWall();
  const pathname = usePathname() ?? "";
  const search = useSearchParams();
  const { picked } = usePickedScope();
  // The on-call page is read-only, and the past cannot change.
  const canCreateGroup = offersNewGroup && !isPast && pathname !== pagePaths.onCall();
  const groups = pageGroups({ pathname, picked, canCreateGroup });
  useRestoreScope();
  useTheme();
  useWayBack();
  useNavigationFocus();
  useRecordedPage(pathname);
  return (
    <StaleBoundary>
      <ShellDialogs head={head} groups={groups}>
        <a href="#main" className="sr-only z-40 rounded-control bg-ink px-3 py-2 text-paper focus:not-sr-only focus:absolute focus:top-2 focus:left-2">
          Skip to the page
        </a>
        <div
          data-wall={isWall || undefined}
          className={`grid min-h-dvh grid-cols-[minmax(0,1fr)] ${isWall ? "" : "desk:grid-cols-[var(--spacing-rail)_minmax(0,1fr)]"}`}
        >
          {!isWall && <SideNavigation groups={groups} head={head} />}
          <div className="min-w-0">
            {!isWall && <TopBar head={head} />}
            <main
              id="main"
              tabIndex={-1}
              className={`px-page pt-[26px] pb-[60px] outline-none max-desk:pb-24 ${isWall ? "" : "max-w-[1560px] has-data-broad:max-w-[2560px]"}`}
            >
              <ScriptsMissingNotice />
              {at !== null && (
                <LoadedLater load={loadPastBanner} fallback={<PastBannerLayout at={at} />} failed={<PastBannerLayout at={at} />}>
                  <PastBanner />
                </LoadedLater>
              )}
              {(search.has("at") || search.has("window")) && (
                <LoadedLater load={loadUnreadAddress}>
                  <InvalidTimeBanner />
                </LoadedLater>
              )}
              {signedIn}
              {/* Not lazy: after the connection is lost, no code can be loaded. */}
              <SignedOutNotice />
              <StaleBanner />
              <Suspense>
                <ListExternalLinks clusters={head?.clusters ?? []} />
              </Suspense>
              {children}
            </main>
          </div>
        </div>
        {!isWall && <BottomBar groups={groups} head={head} />}
        <FreshnessAnnouncer />
      </ShellDialogs>
    </StaleBoundary>
  );
}

/** Adds the page to the recent pages of the command palette. */
function useRecordedPage(pathname: string): void {
  const { id } = useViewer();
  useEffect(() => {
    if (!/^\/(c|incidents)\//.test(pathname)) return;
    const record = import("@/lib/client/recent-pages").then((loaded) => loaded.recordRecentPage(id, pathname, Date.now()));
    // If the module cannot load, the palette only lacks this page.
    record.catch(() => undefined);
  }, [id, pathname]);
}
