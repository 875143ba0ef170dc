import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { InboundMail, ReadMail } from '../modules/tickets/tickets.ts';
import { createSlots } from '../shared/slots.ts';
import { runChild } from './run-child.ts';

const READ = fileURLToPath(new URL('./mail-reader/read.ts', import.meta.url));

/**
 * The largest mail takes about a second. The process has a lower priority than requests: on a machine that is fully busy a
 * mail with pictures took more than 20 s, and was stored without them.
 */
const TIMEOUT_MS = 120_000;
/** Maximum queue length; queued mails are held in memory. At most two mails are parsed at a time. */
const WAITING = 20;
/** Enough for the largest accepted mail with its pictures decoded and re-encoded. */
const MEMORY_MB = 512;

/** Parses mails, each in a process of its own. Throws AppError `unavailable` when the queue is full. */
export function createMailReader(): ReadMail {
  const slots = createSlots(Math.min(2, availableParallelism()), WAITING);
  return async (raw) => {
    const output = await slots(() =>
      runChild(raw, { program: READ, nodeOptions: [`--max-old-space-size=${MEMORY_MB}`], timeoutMs: TIMEOUT_MS }),
    );
    if (!output) return null;
    const { pictures, ...mail } = JSON.parse(output.toString()) as Omit<InboundMail, 'pictures'> & {
      pictures: { name: string; content: string }[];
    };
    return {
      ...mail,
      pictures: pictures.map(({ name, content }) => ({ name, content: Buffer.from(content, 'base64') })),
    };
  };
}
