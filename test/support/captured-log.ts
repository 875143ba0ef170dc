import type { Logger } from 'pino';
import { createLog } from '#src/log.ts';

/** The product's log in memory, in its output format. */
export function capturedLog(): { log: Logger; text(): string } {
  const lines: string[] = [];
  return { log: createLog('debug', { write: (line) => void lines.push(line) }), text: () => lines.join('') };
}
