import { CodedError } from '../../shared/errors.ts';
/** Time-out of a script (specification, 9: "Script chunk load time-out"). */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A lazy script that did not load. Compare by `code`; `late` after a time-out. */
export class ChunkError extends CodedError<'chunk-load-failed'> {
  override readonly name = 'ChunkError';
  readonly late: boolean;

  constructor(details: { late: boolean; cause?: unknown }) {
    super('chunk-load-failed', 'a script did not load', { cause: details.cause });
    this.late = details.late;
  }
}

/** A lazy `import()` that fails with `chunk-load-failed` instead of blocking a page forever. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const givingUp = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ChunkError({ late: true })), CHUNK_TIMEOUT_MS);
  });
  const loading = load().catch((cause: unknown) => {
    throw new ChunkError({ late: false, cause });
  });
  try {
    return await Promise.race([loading, givingUp]);
  } finally {
    clearTimeout(timer);
  }
}
