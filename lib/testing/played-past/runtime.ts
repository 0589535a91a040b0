import type { ClusterStatus } from "@/lib/contract/status";
import type { Scope } from "@/lib/domain/scope";
import { DeniedReads } from "@/lib/server/access/denied-reads";
import { RefusedChanges } from "@/lib/server/access/refused-changes";
import { RefusedSignIns } from "@/lib/server/access/refused-sign-ins";
import type { SignedIn, SignIn } from "@/lib/server/access/viewer";
import type { Clock } from "@/lib/server/clock";
import { readConfig } from "@/lib/server/config";
import { Downloads } from "@/lib/server/export/downloads";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import type { History } from "@/lib/server/history/history";
import { PolicyReports } from "@/lib/server/http/policy-reports";
import { RateLimit, rateOf } from "@/lib/server/http/rate-limit";
import { beatOf, historyBeat } from "@/lib/server/live/beat-of";
import { Hub } from "@/lib/server/live/hub";
import { PageViews } from "@/lib/server/live/page-views";
import { VIEWS } from "@/lib/server/live/views/catalogue";
import type { Runtime } from "@/lib/server/runtime";
import { noTeamViews } from "@/lib/server/team-views/read-team-views";

export interface RuntimeParts {
  readonly fleet: FleetReader;
  readonly history: History;
  readonly clock: Clock;
  readonly scope: Scope;
  readonly statuses: () => readonly ClusterStatus[];
}

/** A runtime without watches on a fleet of a test. Pages and routes use it until `stop`. Its one viewer may write. */
export function runtimeOf({ fleet, history, clock, scope, statuses }: RuntimeParts): { readonly runtime: Runtime; readonly viewer: SignedIn } {
  const viewer: SignedIn = { subject: "somebody", identity: { signIn: "token", name: "ann" }, scope, mayWrite: true, clientOf: () => undefined };
  const signIn: SignIn = {
    ...{ kind: "token", cookies: null, viewerOf: async () => viewer },
    ...{ follow: () => () => undefined, signOut: () => undefined, stop: () => undefined },
  };
  const lists = new StandingLists(fleet);
  const beat = () => ({ ...beatOf(clock.now(), statuses(), [], scope), history: historyBeat(history.status()) });
  const hub = new Hub({ fleet, lists, clock, pace: { beatMs: 5_000, frameMs: 50 }, build: "", newId: () => "stream", beat });
  const pageViews = new PageViews({ fleet, lists, views: VIEWS, clock });
  const runtime: Runtime = {
    requests: new RateLimit(rateOf(100_000), clock.monotonic),
    policyReports: new PolicyReports(clock.monotonic),
    deniedReads: new DeniedReads(clock.monotonic),
    refusedChanges: new RefusedChanges(clock.monotonic),
    refusedSignIns: new RefusedSignIns({ history: { keepAudit: () => undefined }, clock }),
    downloads: new Downloads(signIn.follow),
    ...{ ownClientOf: () => undefined, readRails: noRails, readTeamViews: noTeamViews, config: readConfig({}) },
    ...{ clock, fleet, lists, hub, pageViews, history, statuses, beat, signIn },
    stop: async () => {
      hub.closeAll();
      pageViews.close();
    },
  };
  Object.assign(globalThis, { [Symbol.for("stolos.runtime")]: Promise.resolve(runtime) });
  return { runtime, viewer };
}
