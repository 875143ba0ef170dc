/** How many rows of one kind stand in a state, and how long ago the oldest of them came there. */
export type Standing = { state: string; count: number; oldestSeconds: number };
