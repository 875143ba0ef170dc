import { writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { currentTrace } from './shared/trace-context.ts';

/**
 * The log, one JSON object a line. It never holds an e-mail address, a name, a token, an activation code, a query string or
 * a body: messages of foreign errors may quote any of them, so of an error only its kind, its code and where it was thrown
 * are written, and the message only of our own errors, which are written for the log.
 */
export function createLog(
  level: string,
  destination?: pino.DestinationStream,
  { withTraces = false }: { withTraces?: boolean } = {},
): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, error: describeError },
    ...(withTraces && { mixin: traceFields }),
  };
  return pino(options, destination ?? standardOutput());
}

/** The trace and span in which a line is written. */
function traceFields(): object {
  const trace = currentTrace();
  return trace ? { traceId: trace.traceId, spanId: trace.spanId } : {};
}

/** How long lines of everyday wait for each other. */
const TOGETHER_MS = 100;
const EVERYDAY = /^\{"level":[123]0,/;

const MOST_WAITING = 8_192;

/**
 * Standard output. Lines of everyday are written together, since a write costs about as much as a small request; anything
 * worse at once, with all that came before it. Nothing stays behind when the process ends, unless it is killed at once:
 * then the last tenth of a second.
 */
function standardOutput(): pino.DestinationStream {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  /** Lines that could not be written since the last one that was. */
  let lost = 0;
  let isCutOff = false;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const text = waiting;
    waiting = '';
    const before = lost === 0 ? '' : `${isCutOff ? '\n' : ''}${noticeOf(lost)}`;
    const rest = writeOut(before + text);
    lost = rest.length === 0 ? 0 : lost + linesIn(text);
    isCutOff = rest.length > 0 && (isCutOff || rest.length < Buffer.byteLength(before + text));
  };
  process.on('exit', flush);
  return {
    write(line) {
      waiting += line;
      if (waiting.length >= MOST_WAITING || !EVERYDAY.test(line)) flush();
      else timer ??= setTimeout(flush, TOGETHER_MS).unref();
    },
  };
}

const PAUSE_MS = 10;
const pause = new Int32Array(new SharedArrayBuffer(4));

const linesIn = (text: string) => text.split('\n').length - 1;

const noticeOf = (lost: number) =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), lost, msg: 'log lines could not be written and are lost' })}\n`;

/**
 * Waits for a slow reader. Lines that can't be written, since the reader is gone or the disk is full, are lost: the store
 * goes on. (pino's own destination tries again for ever, and the process hangs: no request, no SIGTERM.) Answers what was
 * not written.
 */
function writeOut(text: string): Buffer {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return rest;
      Atomics.wait(pause, 0, 0, PAUSE_MS);
    }
  }
  return rest;
}

const OURS = new Set(['AppError', 'StartupError', 'ConfigError', 'WholesaleError']);

/** What may be logged of anything thrown. */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return { kind: typeof error };
  const { name, code, stack, message, cause } = error as {
    name?: unknown;
    code?: unknown;
    stack?: unknown;
    message?: unknown;
    cause?: unknown;
  };
  const frames = typeof stack === 'string' ? stack.split('\n').filter((line) => /^\s+at /.test(line)) : [];
  return {
    kind: typeof name === 'string' ? name : 'Error',
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    message: typeof name === 'string' && OURS.has(name) ? message : undefined,
    at: frames.slice(0, 8).map((line) => line.trim()),
    cause: cause !== undefined && depth < 3 ? describeError(cause, depth + 1) : undefined,
  };
}
