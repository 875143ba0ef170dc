import { parentPort, workerData } from 'node:worker_threads';
import { openCountingWay } from './counting-way.ts';

/** One way, in a thread of its own: what keeps the bench busy would hold calls back and let them seem to come at once. */
const way = await openCountingWay(workerData as string);
const port = parentPort!;
port.on('message', (wanted: 'reset' | 'counts') => {
  if (wanted === 'reset') way.reset();
  else port.postMessage(way.counts());
});
port.postMessage(way.url);
