import type { IncomingMessage } from 'node:http';
import { AppError } from '../../shared/errors.ts';
import { createSlots } from '../../shared/slots.ts';
import { receiveBody, statesMore } from './limit-body.ts';

/** An upload waits this long for its turn; then 503 with Retry-After. */
const WAIT_SECONDS = 60;
/** The whole body of an upload: a slow sender must not hold a turn for long. */
const BODY_SECONDS = 120;

export type Upload = {
  /**
   * Reads a body and works with it when it is its turn. Until then nothing of the body is read: it stays in the
   * sender's and the system's buffers. Throws AppError `unavailable` when too many uploads wait, and what `receiveBody`
   * throws.
   */
  receive<T>(incoming: IncomingMessage, work: (body: Buffer) => Promise<T>): Promise<T>;
  /** Bodies that are held in memory, and requests that wait. */
  load(): { held: number; waiting: number };
};

type Bounds = {
  /** Bodies in memory at a time. */
  held: number;
  waiting: number;
  maxSize: number;
  idleSeconds: number;
};

const MB = 1024 * 1024;

export type Uploads = { photo: Upload; mail: Upload };

/**
 * The large bodies that a process reads: photos of accounts, and mails with their pictures. A mail is also held as its
 * parts while it is stored.
 */
export function createUploads({ uploadIdleSeconds: idleSeconds }: { uploadIdleSeconds: number }): Uploads {
  return {
    photo: createUpload({ held: 8, waiting: 24, maxSize: 5 * MB, idleSeconds }),
    // The size limit of most mail servers.
    mail: createUpload({ held: 2, waiting: 8, maxSize: 26 * MB, idleSeconds }),
  };
}

/** Bounds the bodies of one kind of upload that this process holds at a time. */
function createUpload({ held, waiting, maxSize, idleSeconds }: Bounds): Upload {
  const slots = createSlots(held, waiting, { waitSeconds: WAIT_SECONDS });
  return {
    async receive(incoming, work) {
      if (statesMore(incoming, maxSize)) throw new AppError('payload-too-large');
      return slots(async () => work(await receiveBody(incoming, { maxSize, idleSeconds, seconds: BODY_SECONDS })));
    },
    load: slots.load,
  };
}
