import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { planWithin, type TripInput, type Within } from './plan-within.ts';

/** About 4 ms, less than one rendered page (bench/trip.ts). Most trips of up to 5 stops and 3 weeks need less. */
export const INLINE_CELLS = 500_000;
/** About half a second. */
export const THREAD_CELLS = 50_000_000;
/** A cell has at most 8 bytes, and most live for one stage of the trip only. */
const THREAD_MEMORY_MB = 256;
/** One core is left to the event loop. */
const THREADS = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Trips that wait for a thread; beyond that the planner is busy. */
const MAX_WAITING = 8;
/** From the request to the answer, the wait for a thread included. */
const DEADLINE_MS = 5_000;

const PROGRAM = fileURLToPath(new URL('./plan-thread.ts', import.meta.url));

/** `busy`: too many trips wait, or the deadline has passed. `where` says which code planned it. */
export type Planned = (Within | { cells: number; refused: 'busy' }) & { where: 'inline' | 'thread' };

export type Planner = {
  plan(input: TripInput): Promise<Planned>;
  /** The trips that are planned in threads now, and those that wait for one. */
  load(): { running: number; waiting: number };
};

type Options = {
  log: Pick<Logger, 'warn'>;
  program?: string;
  threads?: number;
  maxWaiting?: number;
  deadlineMs?: number;
  inlineCells?: number;
};

/**
 * Plans small trips at once, and the others in threads, away from the event loop. The work of both is counted
 * (`meter.ts`). A thread that misses the deadline or exceeds its memory is replaced.
 */
export function createPlanner(options: Options): Planner {
  const { inlineCells = INLINE_CELLS, maxWaiting = MAX_WAITING, deadlineMs = DEADLINE_MS } = options;
  const waiting: Task[] = [];
  const threads = Array.from({ length: options.threads ?? THREADS }, () =>
    createThread({
      program: options.program ?? PROGRAM,
      nextTask: () => waiting.shift(),
      onError: (error) => options.log.warn({ err: error }, 'a thread of the trip planner ended'),
    }),
  );

  function planAway(input: TripInput): Promise<Planned> {
    const { promise, resolve } = Promise.withResolvers<Planned>();
    const task: Task = {
      input,
      end(planned) {
        clearTimeout(deadline);
        resolve({ ...planned, where: 'thread' });
      },
    };
    const deadline = setTimeout(() => {
      const at = waiting.indexOf(task);
      if (at >= 0) waiting.splice(at, 1);
      threads.find((thread) => thread.task() === task)?.stop();
      task.end(BUSY);
    }, deadlineMs);
    const free = threads.find((thread) => thread.task() === null);
    if (free !== undefined) free.run(task);
    else if (waiting.length < maxWaiting) waiting.push(task);
    else task.end(BUSY);
    return promise;
  }

  return {
    async plan(input) {
      const within = planWithin(input, inlineCells);
      return 'answer' in within ? { ...within, where: 'inline' } : planAway(input);
    },
    load: () => ({
      running: threads.filter((thread) => thread.task() !== null).length,
      waiting: waiting.length,
    }),
  };
}

const BUSY = { cells: 0, refused: 'busy' } as const;

/** `end` is called once; later calls have no effect. */
type Task = { input: TripInput; end: (planned: Within | typeof BUSY) => void };

/** One thread, started with its first task and replaced when it ends. It takes the next task after each. */
function createThread({
  program,
  nextTask,
  onError,
}: {
  program: string;
  nextTask: () => Task | undefined;
  onError: (error: unknown) => void;
}) {
  let worker: Worker | null = null;
  let current: Task | null = null;

  function start(): Worker {
    const started = new Worker(program, {
      name: 'trip-planner',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    });
    started.on('message', (within: Within) => finish(started, within));
    // Out of memory, or the program cannot be loaded. `exit` follows.
    started.on('error', onError);
    started.on('exit', () => lose(started));
    started.unref();
    return started;
  }

  /** Ends the current task and takes the next one. */
  function next(planned: Within | typeof BUSY): void {
    const done = current;
    current = null;
    done?.end(planned);
    const task = nextTask();
    if (task !== undefined) run(task);
  }

  function finish(from: Worker, planned: Within | typeof BUSY): void {
    if (from === worker) next(planned);
  }

  function lose(lost: Worker): void {
    if (lost !== worker) return;
    worker = null;
    next(BUSY);
  }

  function run(task: Task): void {
    current = task;
    worker ??= start();
    worker.postMessage({ input: task.input, maxCells: THREAD_CELLS });
  }

  return {
    task: () => current,
    run,
    stop: () => void worker?.terminate(),
  };
}
