import fc from 'fast-check';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { installLinks, lpaOf } from './activation.ts';
import { qrPng } from './qr.ts';

const activation = {
  iccid: '8944110069157300000',
  smdpAddress: 'rsp.example.com',
  activationCode: 'K7-2FQX9',
  confirmationCode: null,
};

describe('the activation string (SGP.22, 4.1)', () => {
  it('is LPA:1$host$code', () => {
    expect(lpaOf(activation)).toBe('LPA:1$rsp.example.com$K7-2FQX9');
  });

  it('sets the flag of a confirmation code without revealing the code', () => {
    expect(lpaOf({ ...activation, confirmationCode: '4711' })).toBe('LPA:1$rsp.example.com$K7-2FQX9$$1');
  });

  it('stays intact in the one-tap links of both systems', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9-]{1,40}$/), (activationCode) => {
        const lpa = lpaOf({ ...activation, activationCode });
        const { appleUrl, androidUrl } = installLinks(lpa);
        expect(new URL(appleUrl).searchParams.get('carddata')).toBe(lpa);
        expect(new URL(androidUrl).searchParams.get('carddata')).toBe(lpa);
      }),
    );
  });

  it('can be read back from the QR picture', async () => {
    const lpa = lpaOf(activation);
    const { data, info } = await sharp(await qrPng(lpa))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(lpa);
  });
});
