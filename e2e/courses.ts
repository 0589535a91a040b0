import { readFileSync } from "node:fs";
import { someOf } from "./proof-extent";

/** A journey that waits for a course of events, and reads then what the record has of it: its spec, and how its title begins. */
interface Course {
  readonly spec: string;
  readonly title: string;
}

const COURSES: readonly Course[] = JSON.parse(readFileSync("e2e/courses.json", "utf8"));

/** Each takes up to a minute: `npm test` plays some, drawn by the seed, `npm run prove -- courses` all. */
const PLAYED = someOf(COURSES, 4);

/** Match the titles, with their specs before them, of those that are not played. */
export const NOT_PLAYED: readonly RegExp[] = COURSES.filter((course) => !PLAYED.includes(course)).map(
  ({ spec, title }) => new RegExp(`${spec}\\.spec\\.ts ${title}`),
);
