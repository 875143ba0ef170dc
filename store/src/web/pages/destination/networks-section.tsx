import { Chip } from '../../../ui/chip.tsx';
import { SignalIcon } from '../../../ui/icons.tsx';
import type { DestinationData } from './destination-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { type ListedNetwork, listNetworks } from './network-list.ts';

/** The networks of a country: those of the plans, and the others. */
export function NetworksSection({ data }: { data: DestinationData }) {
  const { t, locale } = useTranslation();
  const networks = listNetworks(data.families, data.knownNetworks);
  if (networks.length === 0) return null;

  function noteOn({ usedBy }: ListedNetwork): string {
    if (usedBy.length === 0) return t('destination.networks.none');
    if (data.own) return t('destination.networks.own');
    if (usedBy.length === data.families.length) return t('destination.networks.every');
    return t('destination.networks.some', { names: usedBy.map(({ name }) => name[locale]).join(', ') });
  }

  return (
    <section>
      <h2 className="h-sec mb-3.5">{t('plans.offer.operators', { name: data.destination.name[locale] })}</h2>
      <ul className="networks">
        {networks.map((network) => (
          <li className={network.usedBy.length === 0 ? 'networks__unused' : undefined} key={network.name}>
            <SignalIcon size={22} />
            <p>
              <b>{network.name}</b> <span className="small muted">{noteOn(network)}</span>
            </p>
            <Chip tone={network.usedBy.length > 0 && network.generations.includes('5G') ? 'network' : 'neutral'}>
              {network.generations.join(', ')}
            </Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}
