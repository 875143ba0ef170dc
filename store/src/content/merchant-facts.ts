import { eachLocale, type Locale } from '../shared/locale.ts';
import type { Merchant } from '../shared/merchant.ts';
import type { Counted, Facts } from './fill-facts.ts';
import type { FACTS } from './types.ts';

type Settings = {
  merchant: Merchant;
  fulfilment: { deadlineSeconds: number };
  refunds: { windowDays: number; answerDays: number };
};

/** The facts about the merchant and the store's configuration that texts may use, in each language. */
export function factsOf({ merchant, fulfilment, refunds }: Settings): Record<Locale, Facts> {
  const factsIn = (locale: Locale) =>
    ({
      name: merchant.name,
      legalForm: merchant.legalForm,
      address: merchant.address,
      register: merchant.register,
      vatId: merchant.vatId,
      vatExemption: merchant.vatExemption?.[locale],
      email: merchant.email,
      phone: merchant.phone,
      publisher: merchant.publisher,
      host: merchant.host,
      supportHours: merchant.supportHours?.[locale],
      mediatorName: merchant.mediator?.name,
      mediatorAddress: merchant.mediator?.address,
      mediatorUrl: merchant.mediator?.url,
      telecomsStatus: merchant.telecomsStatus?.[locale],
      privacyEmail: merchant.privacyEmail ?? merchant.email,
      deliveryMinutes: countedIn('minute', Math.ceil(fulfilment.deadlineSeconds / 60), locale),
      // Without a window a person decides about each refund, and no text promises another way.
      refundDays: refunds.windowDays === 0 ? undefined : countedIn('day', refunds.windowDays, locale),
      answerDays: countedIn('day', refunds.answerDays, locale),
    }) satisfies Record<(typeof FACTS)[number], Facts[string]>;
  return eachLocale(factsIn);
}

function countedIn(each: 'minute' | 'day', number: number, locale: Locale): Counted {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: each, unitDisplay: 'long' });
  const unitOf = (count: number) => format.formatToParts(count).find(({ type }) => type === 'unit')!.value;
  return { count: String(number), unit: unitOf(number), plural: unitOf(2) };
}
