import type { Phone, SearchState } from '../../../../shared/connection/address.ts';
import type { Facts, Outcome } from '../../../../shared/connection/diagnosis.ts';
import type { EsimInstallView } from '../../../../shared/views.ts';
import type { Places } from '../../../../shared/connection/about.ts';
import type { Shown } from './line-loader.ts';

/** How the form for a ticket is sent, and what came of it. */
export type Report = {
  problem: 'tooMany' | 'failed' | null;
  /** Null: as a form to the page's own address, by the cookie that opens the page. */
  send: ((form: FormData) => Promise<void>) | null;
};

/** A search for a connection: what is shown, and where it stands. */
export type Search = {
  shown: Shown;
  esim: EsimInstallView;
  state: SearchState;
  phone: Phone;
  facts: Facts;
  outcome: Outcome;
  places: Places;
  report: Report;
  /** The address of this search with another answer, or another state. */
  here: (more?: string, changes?: Partial<SearchState>) => string;
};
