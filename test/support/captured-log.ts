import type { Logger } from 'pino';
import { createLog } from '#src/log.ts';

/** The product's own log, kept in memory: every line as it would be written. */
export function capturedLog(): { log: Logger; text(): string } {
  const lines: string[] = [];
  return { log: createLog('debug', { write: (line) => void lines.push(line) }), text: () => lines.join('') };
}
