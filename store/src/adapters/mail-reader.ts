import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { InboundMail, ReadMail } from '../modules/tickets/tickets.ts';
import { createSlots } from '../shared/slots.ts';
import { runChild } from './run-child.ts';

const READ = fileURLToPath(new URL('./mail-reader/read.ts', import.meta.url));

/** The largest mail takes a second; one that takes far longer is an attack, or the machine is. */
const TIMEOUT_MS = 20_000;
/** Mails that may wait, with their bytes in memory, while one is read per core. */
const WAITING = 20;
/** For the largest mail that is taken, its pictures decoded and encoded again. */
const MEMORY_MB = 512;

/** Reads mails, each in a process of its own. Throws AppError `unavailable` when too many wait. */
export function createMailReader(): ReadMail {
  const slots = createSlots(availableParallelism(), WAITING);
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
