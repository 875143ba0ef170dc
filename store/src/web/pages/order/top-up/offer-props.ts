import type { OrderTextVersions } from '../../../../shared/legal.ts';
import type { TopUpsView } from '../../../../shared/top-up-views.ts';
import type { OrderLineView, OrderView } from '../../../../shared/views.ts';
import type { Caller } from '../../../api.ts';

export type OfferProps = {
  order: OrderView;
  line: OrderLineView;
  /** Its number in the order, from 1. */
  number: number;
  caller: Caller;
  /** The versions of the legal texts that the buyer accepts. */
  texts: OrderTextVersions;
  /** What the server found; null: the browser asks. */
  first: TopUpsView | null;
  /** Idempotency keys of a form that is sent without script, by plan. */
  keys?: Record<string, string>;
  /** The plan that is chosen first. */
  chosen?: string | null;
  /** Why the form, sent without script, led back. */
  problem?: string | null;
};
