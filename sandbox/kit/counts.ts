/** The calls of a name: in all, in the busiest second, and in each second, by its time (`2026-11-26T19:03:04Z`). */
export type Count = { total: number; most: number; seconds?: Record<string, number> };

/** The seconds that are kept of each call. */
const MAX_SECONDS = 3600;

export type Counts = ReturnType<typeof createCounts>;

/** Counts calls by name and second, also those that are refused. In memory. */
export function createCounts() {
  const made = new Map<string, { total: number; most: number; seconds: Map<string, number> }>();
  return {
    add(call: string): void {
      const second = `${new Date().toISOString().slice(0, 19)}Z`;
      const count = made.get(call) ?? { total: 0, most: 0, seconds: new Map<string, number>() };
      const inSecond = (count.seconds.get(second) ?? 0) + 1;
      count.seconds.set(second, inSecond);
      if (count.seconds.size > MAX_SECONDS) count.seconds.delete(count.seconds.keys().next().value!);
      made.set(call, { total: count.total + 1, most: Math.max(count.most, inSecond), seconds: count.seconds });
    },
    all: (withSeconds: boolean): Record<string, Count> =>
      Object.fromEntries(
        [...made].map(([call, { seconds, ...count }]) => [
          call,
          { ...count, ...(withSeconds && { seconds: Object.fromEntries(seconds) }) },
        ]),
      ),
    clear: () => made.clear(),
  };
}
