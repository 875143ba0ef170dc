import { writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { prettyLine } from './log-pretty.ts';
import { currentTrace } from './shared/trace-context.ts';

/**
 * The log, one JSON object per line (for a person at a terminal: `log-pretty.ts`). It never contains an e-mail address, a name, a token, an activation code, a query
 * string or a body. Messages of foreign errors may quote any of them, so an error is logged by its kind, its code and
 * where it was thrown. Only messages of our own errors are logged.
 */
export function createLog(
  level: string,
  destination?: pino.DestinationStream,
  { withTraces = false, format = 'json' }: { withTraces?: boolean; format?: 'json' | 'pretty' } = {},
): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, error: describeError },
    ...(withTraces && { mixin: traceFields }),
  };
  return pino(options, destination ?? standardOutput(format === 'pretty' ? prettyLine : undefined));
}

/** The trace and span of a log line. */
function traceFields(): object {
  const trace = currentTrace();
  return trace ? { traceId: trace.traceId, spanId: trace.spanId } : {};
}

/** Buffer time of lines at level info and below. */
const BUFFER_MS = 100;
const BUFFERED_LEVELS = /^\{"level":[123]0,/;

const MAX_WAITING = 8_192;

/**
 * Standard output. Lines at level info and below are buffered, because a write costs about as much as a small request.
 * Higher levels are written at once, with all buffered lines. The buffer is flushed at the end of the process; only
 * SIGKILL loses it, at most 100 ms.
 */
function standardOutput(formatted: (line: string) => string = (line) => line): pino.DestinationStream {
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
      waiting += formatted(line);
      if (waiting.length >= MAX_WAITING || !BUFFERED_LEVELS.test(line)) flush();
      else timer ??= setTimeout(flush, BUFFER_MS).unref();
    },
  };
}

const PAUSE_MS = 10;
const pause = new Int32Array(new SharedArrayBuffer(4));

const linesIn = (text: string) => text.split('\n').length - 1;

const noticeOf = (lost: number) =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), lost, msg: 'log lines could not be written and are lost' })}\n`;

/**
 * Blocks while the reader is slow. Lines that cannot be written, because the reader is gone or the disk is full, are
 * dropped so that the store continues. (pino's own destination retries forever, and the process hangs: no request, no
 * SIGTERM.) Returns what was not written.
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

/** The fields that may be logged of anything thrown. */
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
