import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAIL_TOPICS } from '../../shared/notices.ts';
import { createNoticeTokens } from './tokens.ts';

const tokens = createNoticeTokens({ key: randomBytes(32) });

it('a token says what it ends, always the same; a changed one and that of another store say nothing', () => {
  const other = createNoticeTokens({ key: randomBytes(32) });
  fc.assert(
    fc.property(fc.uuid(), fc.constantFrom(...MAIL_TOPICS), fc.nat(), (orderId, topic, at) => {
      const token = tokens.make({ orderId, topic });
      expect(token).toBe(tokens.make({ orderId, topic }));
      expect(tokens.read(token)).toEqual({ orderId, topic });
      expect(other.read(token)).toBeNull();
      const place = at % token.length;
      const changed = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
      expect([tokens.read(changed), tokens.read(`${token}A`), tokens.read(`${token}=`)]).toEqual([null, null, null]);
    }),
  );
  for (const wrong of ['', 'doctor', 'A'.repeat(44), '../orders', 'é'.repeat(44)])
    expect(tokens.read(wrong)).toBeNull();
});
