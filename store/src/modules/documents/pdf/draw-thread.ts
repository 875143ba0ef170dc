import { parentPort } from 'node:worker_threads';
import { drawSheets } from './draw.ts';
import type { Sheet } from './sheet.ts';

/** The program of the thread that draws: sheets in, the bytes of a PDF out, or null. One at a time. */
parentPort?.on('message', ({ sheets, title }: { sheets: [Sheet, ...Sheet[]]; title: string }) => {
  drawSheets(sheets, title).then(
    (bytes) => parentPort?.postMessage({ bytes }),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  );
});
