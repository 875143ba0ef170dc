import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createIdTokens } from './id-tokens.ts';

const tokens = createIdTokens({ key: randomBytes(32) });

it('a token says which row it is for, always the same; a changed one and that of another key say nothing', () => {
  const other = createIdTokens({ key: randomBytes(32) });
  fc.assert(
    fc.property(fc.uuid(), fc.nat(), (rowId, at) => {
      const token = tokens.make(rowId);
      expect([token, tokens.read(token), other.read(token)]).toEqual([tokens.make(rowId), rowId, null]);
      const place = at % token.length;
      const changed = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
      expect([tokens.read(changed), tokens.read(`${token}A`), tokens.read(`${token}=`)]).toEqual([null, null, null]);
    }),
  );
  for (const wrong of ['', 'doctor', 'A'.repeat(43), '../orders', 'é'.repeat(43)])
    expect(tokens.read(wrong)).toBeNull();
});
