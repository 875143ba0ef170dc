import { warningsOfReview } from '../../config/merchant.ts';
import { createStripeGateway } from '../../adapters/stripe.ts';
import { areSeveralMethods } from '../../shared/payment-methods.ts';
import { supportOf } from '../../shared/support.ts';
import { type Check, ok, warning } from './check.ts';

/** Claims of the pages that the merchant's facts must carry; otherwise the pages say the facts. */
export const CLAIM_CHECKS: Check[] = [
  {
    name: 'claims',
    async run({ config: { merchant } }) {
      const { always, languages, manyLanguages } = supportOf(merchant);
      const kept = [
        always ? '' : 'pages do not say "24/7 customer support"',
        manyLanguages ? '' : `pages say support in ${languages.join(', ')} and not "in 10+ languages"`,
      ].filter((each) => each !== '');
      if (kept.length === 0) return ok(`support at any hour, in ${languages.length} languages`);
      return warning(
        kept.join('\n'),
        'if your support is open at any hour, or in more languages, set supportAlways and supportLanguages in MERCHANT_FILE',
      );
    },
  },
  {
    name: 'legal texts',
    async run({ config: { legalReviewed } }) {
      const [waiting] = warningsOfReview(legalReviewed);
      if (waiting === undefined) return ok('no new version waits for a review');
      return warning(
        waiting,
        'have the new file in store/content/*/legal read (it says what it changes), set LEGAL_REVIEWED, and restart',
      );
    },
  },
  {
    name: 'claims, payment',
    async run({ config }) {
      const gateway = createStripeGateway({ ...config.stripe, now: () => Date.now() });
      const methods = await gateway.methods().catch(() => null);
      if (methods === null)
        return warning(
          'the payment methods cannot be read: checkout names the card alone',
          'see "stripe"; a restricted key needs "Payment Method Configurations: read"',
        );
      const names = [...(methods.card ? ['cards'] : []), ...methods.others].join(', ');
      if (areSeveralMethods(methods)) return ok(`the payment page takes ${names}`);
      return warning(
        `pages do not say "Multiple payment options": the payment page takes ${names || 'nothing that they name'}`,
        'turn on wallets in the dashboard (Settings, Payment methods)',
      );
    },
  },
];
