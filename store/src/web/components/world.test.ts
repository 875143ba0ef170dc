import { describe, expect, it } from 'vitest';
import dots from '#data/maps/dots.json' with { type: 'json' };
import { dotsOf } from '../../shared/dotted-map.ts';
import { indexWorld, type World } from './world.ts';

const world = dots.world as World;
const codes = Object.keys(world.runs).filter((code) => code !== 'ZZ');
const index = indexWorld(world, codes);

describe('the world map', () => {
  it('finds a country at its own dots, and none in the open sea', () => {
    for (const code of ['FR', 'BR', 'AU', 'JP']) expect(index.at(index.heartOf(code)!)).toBe(code);
    expect(index.at([460, 260])).toBeNull();
  });

  it('assigns a dot that several countries share to the smallest, so that each is reachable', () => {
    const shared = dotsOf(world, 'VA');
    expect(shared).toHaveLength(1);
    expect(['VA', 'IT', 'SM']).toContain(index.at(shared[0]!));
    const reached = new Set(codes.flatMap((code) => dotsOf(world, code).map((dot) => index.at(dot))));
    expect(reached.size).toBeGreaterThan(195);
  });
});
