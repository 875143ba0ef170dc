import { setTimeout as pause } from 'node:timers/promises';
import { ops } from './ops.ts';
import type { Random } from './random.ts';
import type { ChaosWorld } from './world.ts';

const LOOKS_EVERY = 3_000;
/** A line of `orders stuck` about a refund that names no line: lines wait until an operator decides. */
const UNDECIDED = /order (\S+) .* refund (\S+) .*\(refund assign/g;

/** An operator who decides what the store asks: which line a refund in the vendor's dashboard was for. */
export type Operator = { decisions: number; stop(): Promise<void> };

/** Looks every few seconds until `stop` is called. A command that fails meanwhile is tried again. */
export function startOperator(world: ChaosWorld, random: Random): Operator {
  const ending = new AbortController();
  const operator: Operator = {
    decisions: 0,
    async stop() {
      ending.abort();
      await going;
    },
  };
  const going = (async () => {
    while (!ending.signal.aborted) {
      operator.decisions += await decide(world, random).catch(() => 0);
      await pause(LOOKS_EVERY, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return operator;
}

/** Decides about every refund that `orders stuck` lists: for no line, or for one that is stopped. */
async function decide(world: ChaosWorld, random: Random): Promise<number> {
  // The command starts a process, so it runs only when a line may wait.
  const stopped = await world.query<{ order_id: string; number: number }>(
    `select l.order_id, l.position + 1 as number from order_lines l
     where l.status in ('stopped', 'refunding')
       and exists (select from refunds r where r.order_id = l.order_id and r.line_id is null)`,
  );
  if (stopped.length === 0) return 0;
  const listed = [...(await ops(world, ['orders', 'stuck'])).matchAll(UNDECIDED)];
  for (const [, orderId = '', refundId = ''] of listed) {
    const lines = stopped.filter((line) => line.order_id === orderId).map(({ number }) => String(number));
    const line = lines.length > 0 && random.chance(0.5) ? lines[random.between(0, lines.length - 1)]! : 'none';
    await ops(world, ['refund', 'assign', refundId, line, 'bench']);
  }
  return listed.length;
}
