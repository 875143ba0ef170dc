import { eachLocale, type Locale } from '../shared/locale.ts';
import type { Merchant } from '../shared/merchant.ts';
import type { Counted, Facts } from './fill-facts.ts';
import type { FACTS } from './types.ts';

type Settings = { merchant: Merchant; fulfilment: { deadlineSeconds: number } };

/** The facts about the merchant and the store's configuration that texts may use, in each language. */
export function factsOf({ merchant, fulfilment }: Settings): Record<Locale, Facts> {
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
      deliveryMinutes: minutesIn(Math.ceil(fulfilment.deadlineSeconds / 60), locale),
    }) satisfies Record<(typeof FACTS)[number], Facts[string]>;
  return eachLocale(factsIn);
}

function minutesIn(minutes: number, locale: Locale): Counted {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  const unitOf = (count: number) => format.formatToParts(count).find(({ type }) => type === 'unit')!.value;
  return { count: String(minutes), unit: unitOf(minutes), plural: unitOf(2) };
}
