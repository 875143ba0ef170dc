import type { Limits } from '../../db/limits.ts';
import type { Esim } from '../../modules/esims/esims.ts';
import type { Line, Order } from '../../modules/orders/orders.ts';
import type { Attempt } from '../../modules/payments/payments.ts';
import type { SeenUse } from '../../modules/rights/rights.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { type RefundRight, refundRight, type RightFacts } from '../../shared/rights.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import { esimOf, type FactPorts, factsOf, rulesFor } from './facts.ts';
import { knownUse, type ReadUse } from './use.ts';

/** `line`: its number in the order, from 1. */
export type OfLine = { order: Order; line: number };

export type RightPorts = FlowBase &
  Omit<FactPorts, 'esims'> & {
    esims: FactPorts['esims'] & Parameters<typeof knownUse>[0]['esims'];
    limits: Pick<Limits, 'consume'>;
    readUse: ReadUse;
  };

export type ReadRight = {
  line: Line;
  facts: RightFacts;
  right: RefundRight;
  esim: Esim | null;
  attempt: Attempt | null;
  use: SeenUse | null;
};

/** A reading of the last minute answers as well: whoever opens the page again asks the wholesaler once. */
const FRESH_MS = 60_000;

/** The bought line with this number. Throws `not-found`. */
export function lineOf(order: Order, number: number): Line {
  const line = order.lines.find(({ position }) => position === number - 1);
  if (!line) throw new AppError('not-found', { field: 'line' });
  return line;
}

/**
 * What its buyer gets back for a line now, as its wholesaler says at this moment. `known`: as last reported, without asking.
 * Throws `not-found`.
 */
export async function readRight(
  ports: RightPorts,
  { order, line: number }: OfLine,
  { how }: { how: 'ask' | 'recent' | 'known' },
): Promise<ReadRight> {
  const { db } = ports;
  const line = lineOf(order, number);
  const esim = await esimOf(ports, order, line);
  const use = esim && line.purpose !== 'plan' ? await readNow(ports, order, esim, how) : null;
  const { facts, attempt } = await factsOf(ports, db, { order, line, use });
  const { windowDays } = ports.refundSettings;
  // A list does not count how often its reader gave back: the page of each line does.
  const rules = how === 'known' ? { windowDays, isOften: false } : await rulesFor(ports, db, order, attempt);
  return { line, facts, right: refundRight(facts, rules), esim, attempt, use };
}

async function readNow(
  ports: RightPorts,
  order: Order,
  esim: Esim,
  how: 'ask' | 'recent' | 'known',
): Promise<SeenUse | null> {
  const { clock, limits, readUse } = ports;
  const age = clock.now().getTime() - (esim.usageAt?.getTime() ?? 0);
  if (how === 'known' || (how === 'recent' && age < FRESH_MS)) return knownUse(ports, esim);
  try {
    await limits.consume({ 'profile-looks-per-order': order.id });
  } catch (error) {
    if (codeOf(error) === 'too-many-requests') return null;
    throw error;
  }
  return readUse(esim);
}
