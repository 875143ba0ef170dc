import { describe, expect, it } from 'vitest';
import { deliveriesOf, deliveryOf, replacementStepsFor } from './line-state.ts';

const steps = (
  status: Parameters<typeof replacementStepsFor>[0]['status'],
  bought: 'fulfilled' | 'refunding' | 'refunded',
  disputed = false,
) => replacementStepsFor({ status }, bought, { disputed });

describe('the steps of a replacement', () => {
  it.each(['waiting', 'fulfilling', 'stopped', 'fulfilled'] as const)(
    '%s: it ends with the line that was bought',
    (status) => {
      expect(steps(status, 'refunding')).toEqual(['refunding']);
      expect(steps(status, 'refunded')).toEqual(['refunding', 'refunded']);
    },
  );
  it('follows a refund to its end, and back when a bank returns it', () => {
    expect(steps('refunding', 'refunding')).toEqual([]);
    expect(steps('refunding', 'refunded')).toEqual(['refunded']);
    expect(steps('refunded', 'refunding')).toEqual(['refunding']);
    expect(steps('refunded', 'refunded')).toEqual([]);
  });
  it('stops during a dispute, and continues when it is won', () => {
    expect(steps('fulfilling', 'fulfilled', true)).toEqual(['stopped']);
    expect(steps('stopped', 'fulfilled', true)).toEqual([]);
    expect(steps('stopped', 'fulfilled')).toEqual(['fulfilling']);
  });
  it('has no debt: one that failed stays so', () => {
    expect(steps('failed', 'fulfilled')).toEqual([]);
    expect(steps('failed', 'refunded')).toEqual([]);
  });
});

describe('the eSIM of a bought line', () => {
  const bought = { id: 'a', status: 'fulfilled', replaces: null } as const;
  const replacement = (id: string, status: 'fulfilled' | 'failed' | 'fulfilling', replaces: string | null = 'a') => ({
    id,
    status,
    replaces,
  });
  it('is that of its last replacement that was delivered', () => {
    const order = {
      replacements: [replacement('b', 'fulfilled'), replacement('c', 'failed'), replacement('d', 'fulfilled', 'z')],
    };
    expect(deliveryOf(order, bought).id).toBe('b');
    expect(deliveriesOf(order, bought).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(deliveryOf({ replacements: [replacement('b', 'fulfilling')] }, bought).id).toBe('a');
  });
});
