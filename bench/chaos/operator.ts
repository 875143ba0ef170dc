import { setTimeout as pause } from 'node:timers/promises';
import { ops } from './ops.ts';
import type { Random } from './random.ts';
import { STRANGER } from './rights-trace.ts';
import type { ChaosWorld } from './world.ts';

const LOOKS_EVERY = 3_000;
/** A line of `orders stuck` about a refund that names no line: lines wait until an operator decides. */
const UNDECIDED = /order (\S+) .* refund (\S+) .*\(refund assign/g;

/**
 * An operator who decides what the store asks: which line a refund in the vendor's dashboard was for, what goes back for an
 * eSIM that was used, and whether a stranger's withdrawal counts.
 */
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
      for (const look of [decide, answerRequests, answerStranger])
        operator.decisions += await look(world, random).catch(() => 0);
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

/** Each decision starts a process, beside the deliveries and readings of a busy machine. */
const REQUESTS_A_LOOK = 2;

/** Answers requests for refunds, the oldest first: all of it, a part, or nothing. */
async function answerRequests(world: ChaosWorld, random: Random): Promise<number> {
  const asked = await world.query<{ id: string; amount: number; is_ended: boolean }>(
    `select r.id, r.amount, coalesce(r.profile in ('ended', 'unknown'), false) as is_ended
     from refund_requests r where r.state = 'asked' order by r.created_at limit $1`,
    [REQUESTS_A_LOOK],
  );
  for (const { id, amount, is_ended } of asked) {
    const what = random.pick(['all', 'part', 'part', 'refuse'] as const);
    const grant = ['refund-request', 'grant', id, 'The part that was not used.', '--by', 'bench'];
    const part = ['--amount', (random.between(1, amount) / 100).toFixed(2)];
    const refuse = ['refund-request', 'refuse', id, 'It worked, as far as the network says.', '--by', 'bench'];
    // Nobody is left without an eSIM and without money.
    if (what === 'refuse' && !is_ended) await ops(world, refuse);
    // Its money may be held by a dispute, or went back in another way meanwhile.
    else await ops(world, what === 'part' ? [...grant, ...part] : grant).catch(() => ops(world, refuse));
  }
  return asked.length;
}

const ANSWERS = 0.1;

/** Now and then answers a declaration that nothing proves: it is carried out for nobody. */
async function answerStranger(world: ChaosWorld, random: Random): Promise<number> {
  if (!random.chance(ANSWERS)) return 0;
  const [one] = await world.query<{ id: string }>(
    `select id from withdrawals where state = 'received' and name = $1 order by submitted_at limit 1`,
    [STRANGER],
  );
  if (!one) return 0;
  await ops(world, ['withdrawal', 'answer', one.id, 'Please write from the address of the order.', '--by', 'bench']);
  return 1;
}
