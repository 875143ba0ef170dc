import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { signedBodyHash } from './mail-signature.ts';

const SECRET = 'a secret of thirty-two characters';
const NOW = 1_800_000_000_000;
const sha256 = createHash('sha256').update('mail').digest('hex');
const recipient = 'reply+x@cairn.example';

function sign({ time = NOW / 1000, to = recipient, secret = SECRET } = {}) {
  const v1 = createHmac('sha256', secret).update(`${time}.${sha256}.${to}`).digest('hex');
  return `t=${time},sha256=${sha256},v1=${v1}`;
}
const check = (signature: string | undefined) => signedBodyHash({ signature, recipient }, SECRET, NOW);

it('returns the hash of the signed body', () => {
  expect(check(sign())).toBe(sha256);
  expect(signedBodyHash({ signature: sign({ to: '' }), recipient: undefined }, SECRET, NOW)).toBe(sha256);
  expect(check(sign({ time: NOW / 1000 - 300 }))).toBe(sha256);
});

it.each([
  ['none', undefined],
  ['another secret', sign({ secret: 'b' })],
  ['too old', sign({ time: NOW / 1000 - 301 })],
  ['from the future', sign({ time: NOW / 1000 + 301 })],
  ['another time', sign().replace(/t=\d+/, `t=${NOW / 1000 - 1}`)],
  ['another body', sign().replace(sha256, createHash('sha256').update('other').digest('hex'))],
  ['for another recipient', sign({ to: 'reply+y@cairn.example' })],
  ['cut', sign().slice(0, -2)],
  ['in capitals', sign().toUpperCase()],
  ['no words of ours', 't=,sha256=,v1='],
])('refuses a signature: %s', (_, signature) => {
  expect(check(signature)).toBeNull();
});
