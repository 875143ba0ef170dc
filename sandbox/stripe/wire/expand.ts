import type { World } from '../world.ts';
import { invalid } from './errors.ts';
import { listOf } from './list.ts';

type Thing = { object: string; id?: string } & Record<string, unknown>;
type Expand = (world: World, thing: Thing) => unknown;

const asIntent: Expand = ({ store }, { payment_intent: id }) => (id ? store.intents.get(String(id)) : null);
const asMethod: Expand = ({ store }, { payment_method: id }) => (id ? store.paymentMethods.get(String(id)) : null);
const asCharge: Expand = ({ store }, { charge: id }) => (id ? store.charges.get(String(id)) : null);

/** The expandable fields of each object. */
const EXPANDABLE: Record<string, Record<string, Expand>> = {
  'checkout.session': {
    payment_intent: asIntent,
    setup_intent: ({ store }, { setup_intent: id }) => (id ? store.setups.get(String(id)) : null),
    line_items: ({ store }, { id }) =>
      listOf(store.checkouts.get(String(id))!.line_items, `/v1/checkout/sessions/${id}/line_items`),
  },
  payment_intent: {
    latest_charge: ({ store }, { latest_charge: id }) => (id ? store.charges.get(String(id)) : null),
    payment_method: asMethod,
  },
  setup_intent: { payment_method: asMethod },
  charge: {
    payment_intent: asIntent,
    refunds: ({ store }, { id }) =>
      listOf(store.refunds.list({ charge: String(id) }).reverse(), `/v1/charges/${id}/refunds`),
  },
  refund: { payment_intent: asIntent, charge: asCharge },
};

/** The object with the requested fields expanded. `payment_intent.latest_charge` expands two levels. */
export function expand(world: World, object: object, paths: readonly string[] = []): object {
  const thing: Thing = { ...(object as Thing) };
  if (thing.object === 'list') {
    const other = paths.find((path) => !path.startsWith('data.'));
    if (other) throw invalid(`This property cannot be expanded (${other}).`, 'expand');
    const inItem = paths.map((path) => path.slice('data.'.length));
    return { ...thing, data: (thing['data'] as Thing[]).map((item) => expand(world, item, inItem)) };
  }
  for (const path of paths) {
    const [field = '', ...rest] = path.split('.');
    const how = EXPANDABLE[thing.object]?.[field];
    if (!how) throw invalid(`This property cannot be expanded (${path}).`, 'expand');
    if (typeof thing[field] !== 'object' || thing[field] === null) thing[field] = how(world, thing) ?? null;
    if (rest.length > 0 && thing[field]) thing[field] = expand(world, thing[field] as Thing, [rest.join('.')]);
  }
  return thing;
}
