import type { EsimView } from '../../../shared/views.ts';
import { statusOf } from '../../components/account/esim-status.ts';

const DAY_MS = 86_400_000;

const GROUPS = ['attention', 'inUse', 'ready'] as const;
export type EsimGroup = (typeof GROUPS)[number];

type Grouped = Pick<
  EsimView,
  'installed' | 'profileState' | 'planState' | 'remainingMb' | 'dataMb' | 'validUntil' | 'awaySince'
>;

/** True on the last day of a plan that is in use. */
export const endsSoon = ({ planState, validUntil }: Pick<EsimView, 'planState' | 'validUntil'>, now: number): boolean =>
  planState === 'active' && validUntil !== null && Date.parse(validUntil) - now < DAY_MS;

function groupOf(esim: Grouped, now: number): EsimGroup {
  const status = statusOf(esim);
  if (status === 'lowData' || endsSoon(esim, now)) return 'attention';
  if (status === 'notInstalled' || status === 'installed') return 'ready';
  return esim.awaySince === null ? 'inUse' : 'attention';
}

/** The groups of these eSIMs that are not empty, the most urgent first; the order of the list stays within each. */
export function groupsOf<Esim extends Grouped>(
  esims: readonly Esim[],
  now: number,
): { group: EsimGroup; esims: readonly Esim[] }[] {
  return GROUPS.map((group) => ({ group, esims: esims.filter((esim) => groupOf(esim, now) === group) })).filter(
    (each) => each.esims.length > 0,
  );
}
