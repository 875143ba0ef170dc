/** What was started, to be undone in the opposite order. */
export type Closers = {
  add(close: () => Promise<unknown>): void;
  /** Undoes everything once, also when it is called twice. Resolves with a sentence for each part that could not be undone. */
  closeAll(): Promise<string[]>;
};

export function createClosers(): Closers {
  const all: (() => Promise<unknown>)[] = [];
  let closing: Promise<string[]> | undefined;

  async function close(): Promise<string[]> {
    const problems: string[] = [];
    for (let next = all.pop(); next; next = all.pop())
      await next().catch((error: unknown) => problems.push(`could not be stopped: ${String(error)}`));
    return problems;
  }

  return {
    add: (one) => void all.push(one),
    closeAll: () => (closing ??= close().finally(() => (closing = undefined))),
  };
}
