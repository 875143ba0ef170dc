import { control, held, type Address } from './wire.ts';

/** What goes wrong at the sandbox wholesaler, for scripts that show what a buyer sees then. */
export type WholesaleWorld = { airalo: Address };

const ORDER = 'orders.create';

/** Holds the next delivery before the wholesaler takes the order. `reached` resolves when it is held. */
export async function holdDelivery({ airalo }: WholesaleWorld) {
  await control(airalo, { hold: { call: ORDER, when: 'before' } });
  return {
    reached: () => held(airalo, ORDER),
    release: async () => void (await control(airalo, { release: { call: ORDER } })),
  };
}

/** The wholesaler fails every delivery until the returned function is called. */
export async function failDeliveries({ airalo }: WholesaleWorld) {
  await control(airalo, { fail: { call: ORDER, times: 1_000, status: 503 } });
  return async () => void (await control(airalo, { reset: true }));
}
