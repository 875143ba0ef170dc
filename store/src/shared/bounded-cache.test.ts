import { describe, expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

const filled = () => {
  const cache = createBoundedCache<string>(2);
  cache.set('a', 'A');
  cache.set('b', 'B');
  return cache;
};

describe('a bounded cache', () => {
  test('evicts the least recently used entry', () => {
    const cache = filled();
    expect(cache.get('a')).toBe('A');
    cache.set('c', 'C');
    expect([cache.size, cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([2, 'A', undefined, 'C']);
  });

  test('a peek leaves the order as it is', () => {
    const cache = filled();
    expect(cache.peek('a')).toBe('A');
    cache.set('c', 'C');
    expect([cache.peek('a'), cache.peek('b')]).toEqual([undefined, 'B']);
  });

  test('a new value of a known key evicts nothing, and makes it the most recently used', () => {
    const cache = filled();
    cache.set('a', 'A2');
    expect(cache.size).toBe(2);
    cache.set('c', 'C');
    expect([cache.peek('a'), cache.peek('b')]).toEqual(['A2', undefined]);
  });

  test('makes a missing value once; a failure caches nothing', () => {
    const cache = filled();
    let calls = 0;
    const make = () => `made ${++calls}`;
    expect([cache.getOrMake('c', make), cache.getOrMake('c', make)]).toEqual(['made 1', 'made 1']);
    expect(() =>
      cache.getOrMake('d', () => {
        throw new Error('failed');
      }),
    ).toThrow('failed');
    expect([cache.peek('b'), cache.peek('c'), cache.peek('d')]).toEqual(['B', 'made 1', undefined]);
  });

  test('drops an entry only while it has the given value', () => {
    const cache = filled();
    cache.drop('a', 'older');
    expect(cache.peek('a')).toBe('A');
    cache.drop('a', 'A');
    cache.clear();
    expect([cache.peek('a'), cache.size]).toEqual([undefined, 0]);
  });
});
