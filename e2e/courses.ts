import { readFileSync } from "node:fs";
import { someOf } from "./proof-extent";

/** A journey that waits for a course of events: its spec, and how its title begins. */
interface Course {
  readonly spec: string;
  readonly title: string;
}

/** Journeys of one kind, and how many of them `npm test` plays. */
interface Kind {
  readonly of: string;
  readonly play: number;
  readonly courses: readonly Course[];
}

const KINDS: readonly Kind[] = JSON.parse(readFileSync("e2e/courses.json", "utf8"));

/** Each takes up to a minute: `npm test` plays some of each kind, drawn by the seed, `npm run prove -- courses` all. */
const PLAYED = KINDS.flatMap(({ play, courses }) => someOf(courses, play));

/** Match the titles, with their specs before them, of those that are not played. */
export const NOT_PLAYED: readonly RegExp[] = KINDS.flatMap(({ courses }) => courses)
  .filter((course) => !PLAYED.includes(course))
  .map(({ spec, title }) => new RegExp(`${spec}\\.spec\\.ts ${title}`));
