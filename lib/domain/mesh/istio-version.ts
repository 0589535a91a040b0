import { compareText } from "@/lib/domain/compare-text";

/** The releases that a version text can stand for: from `from` (inclusive) to `to` (exclusive), as numbers of `releaseNumber`. */
export interface ReleaseRange {
  readonly from: number;
  readonly to: number;
}

/** Suffixes of images that have the same istiod as the release. */
const SAME_BUILD = /^-(distroless|debug)$/;
const DEVELOPMENT = /^[-.](alpha|beta|rc|dev|main|master)\b/i;
const MINOR = 1000;
const MAJOR = MINOR * MINOR;

/** A number that orders releases: `1.30.5` is after `1.30.0` and before `1.31.0`. Throws for other texts: for constants only. */
export function releaseNumber(release: string): number {
  const [, major, minor, patch] = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(release) ?? [];
  if (major === undefined) throw new TypeError(`no release: ${release}`);
  return Number(major) * MAJOR + Number(minor) * MINOR + Number(patch);
}

/**
 * The releases whose behaviour a version can have; empty = the text names none. An image variant is its release. A build with another
 * suffix can have any patch of its minor release. A development build can also be as old as the start of the minor release before.
 */
export function releasesOf(version: string): readonly ReleaseRange[] {
  const [, major, minor, patch, suffix = ""] = /^v?(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?(.*)$/s.exec(version) ?? [];
  if (major === undefined || minor === undefined) return [];
  const first = Number(major) * MAJOR + Number(minor) * MINOR;
  const isRelease = patch !== undefined && (suffix === "" || SAME_BUILD.test(suffix));
  if (isRelease) return [one(first + Number(patch))];
  const all = { from: first, to: first + MINOR };
  if (!DEVELOPMENT.test(suffix)) return [all];
  return [one(first - MINOR), patch === undefined ? all : one(first + Number(patch))];
}

function one(release: number): ReleaseRange {
  return { from: release, to: release + 1 };
}

/** Orders version texts: by their first release, then by their text. */
export function byVersion(a: string, b: string): number {
  return (releasesOf(a)[0]?.from ?? 0) - (releasesOf(b)[0]?.from ?? 0) || compareText(a, b);
}
