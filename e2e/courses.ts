import { readFileSync } from "node:fs";
import { someOf } from "./proof-extent";

/** A journey that waits for a course of events: its spec and its tag. */
interface Course {
  readonly spec: string;
  readonly tag: string;
}

/** Journeys of one kind, and the number of them that `npm test` plays. */
interface Kind {
  readonly of: string;
  readonly play: number;
  readonly courses: readonly Course[];
}

const KINDS: readonly Kind[] = JSON.parse(readFileSync("e2e/courses.json", "utf8"));

/** Each takes up to a minute: `npm test` plays some of each kind, drawn by the seed, `npm run prove -- courses` all. */
const PLAYED = KINDS.flatMap(({ play, courses }) => someOf(courses, play));

/** Patterns for the tags of journeys that are not played. Playwright compares them with path, title and tags. */
export const NOT_PLAYED: readonly RegExp[] = KINDS.flatMap(({ courses }) => courses)
  .filter((course) => !PLAYED.includes(course))
  .map(({ tag }) => new RegExp(`${tag}(?![\\w-])`));
