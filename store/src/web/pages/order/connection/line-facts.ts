import type { Facts } from '../../../../shared/connection/diagnosis.ts';
import { factsOf } from '../../../../shared/connection/facts.ts';
import type { EsimInstallView } from '../../../../shared/views.ts';
import type { Shown } from './line-loader.ts';

/** What is known about an eSIM as it was last reported. */
export const factsFor = ({ about, line }: Pick<Shown, 'about' | 'line'>, esim: EsimInstallView): Facts =>
  factsOf(esim, {
    reportsProfile: about.reportsProfile,
    activation: line.activation,
    country: about.country?.code ?? null,
    covered: about.covered,
  });
