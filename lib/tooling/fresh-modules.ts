import { vi } from "vitest";

/** Files that share a process each load the sources anew: what one of them replaces is not what the next one finds. */
vi.resetModules();
