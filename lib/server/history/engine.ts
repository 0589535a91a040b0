/** What keeps the history: a file of this process, or a server that several processes share. */
export type Engine = "sqlite" | "postgres";
