import type { Phone, SearchState } from '../../../../shared/connection/address.ts';
import type { Facts, Outcome } from '../../../../shared/connection/diagnosis.ts';
import type { EsimInstallView } from '../../../../shared/views.ts';
import type { Places, Shown } from './line-loader.ts';

/** A search for a connection: what is shown, and where it stands. */
export type Search = {
  shown: Shown;
  esim: EsimInstallView;
  state: SearchState;
  phone: Phone;
  facts: Facts;
  outcome: Outcome;
  places: Places;
  /** The address of this search with another answer, or another state. */
  here: (more?: string, changes?: Partial<SearchState>) => string;
};
