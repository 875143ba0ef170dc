/** The number of rows in a state, and the age of the oldest in it. */
export type Standing = { state: string; count: number; oldestSeconds: number };
