import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('one piece of work for each round of the event loop, in order, so that others come between', async () => {
  let round = 0;
  let ticking = setImmediate(function tick() {
    round += 1;
    ticking = setImmediate(tick);
  });
  const turn = createTurns();
  const pieces: [name: string, round: number][] = [];
  const work = async (name: string) => {
    await turn();
    pieces.push([name, round]);
  };
  await Promise.all(['a', 'b', 'c'].map(work));
  await work('d');
  clearImmediate(ticking);
  expect(pieces.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(new Set(pieces.map(([, at]) => at)).size).toBe(4);
});
