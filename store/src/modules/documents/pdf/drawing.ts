import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors.ts';
import { createSlots } from '../../../shared/slots.ts';
import type { Sheet } from './sheet.ts';

/** A file of a year has at most so many documents. */
export const MAX_SHEETS = 400;
/** On a busy machine a receipt took 0.6 s, one with a Japanese name 0.8 s. */
const DEADLINE_MS = 20_000;
const MAX_WAITING = 20;
const WAIT_SECONDS = 20;
/** The fonts of East Asia alone are 13 MB. */
const MEMORY_MB = 256;
/** A thread without work for so long ends, with the fonts that it holds. */
const IDLE_MS = 60_000;

const PROGRAM = fileURLToPath(new URL('./draw-thread.ts', import.meta.url));

/** Draws sheets as a PDF. Throws AppError `unavailable` when too many wait, or it takes too long. */
export type DrawSheets = (sheets: readonly [Sheet, ...Sheet[]], title: string) => Promise<Uint8Array>;

/** Draws in one thread, away from the event loop: one file at a time, within a deadline and a limit of memory. */
export function createDrawSheets({ log }: { log: Pick<Logger, 'warn'> }): DrawSheets {
  const slots = createSlots(1, MAX_WAITING, { waitSeconds: WAIT_SECONDS });
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(PROGRAM, {
      name: 'documents',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    started.on('error', (error) => log.warn({ err: error }, 'the thread that draws documents ended'));
    started.on('exit', () => {
      if (thread === started) thread = null;
    });
    started.unref();
    return started;
  }

  async function draw(sheets: readonly Sheet[], title: string): Promise<Uint8Array> {
    clearTimeout(idle);
    const worker = (thread ??= start());
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    const fail = (message: string) => reject(new AppError('unavailable', { message }));
    const onMessage = (answer: { bytes: Uint8Array } | { error: string }) =>
      'bytes' in answer ? resolve(answer.bytes) : fail(answer.error);
    const onExit = () => fail('the thread that draws documents ended');
    worker.once('message', onMessage).once('exit', onExit);
    const deadline = setTimeout(() => {
      fail('a document takes too long');
      void worker.terminate();
    }, DEADLINE_MS);
    worker.postMessage({ sheets, title });
    try {
      return await promise;
    } finally {
      clearTimeout(deadline);
      worker.off('message', onMessage).off('exit', onExit);
      idle = setTimeout(() => void worker.terminate(), IDLE_MS).unref();
    }
  }

  return (sheets, title) => slots(() => draw(sheets, title));
}
