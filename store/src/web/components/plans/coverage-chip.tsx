import type { Offer } from '../../../modules/catalogue/types.ts';
import { Chip } from '../../../ui/chip.tsx';

/** `4G` or `4G, 5G`; empty where it differs by country. */
export function CoverageChip({ coverage }: { coverage: Offer['coverage'] }) {
  if (coverage === null) return null;
  return <Chip tone={coverage === '4G' ? 'neutral' : 'network'}>{coverage}</Chip>;
}
