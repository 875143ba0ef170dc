import type { Device } from '../../../shared/devices/types.ts';
import type { BoughtIn } from '../../../shared/devices/verdict.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import type { FoundModel } from './use-device-finder.ts';
import { useDeviceWords } from './device-phrases.ts';
import { DeviceVerdict, VerdictFrame } from './device-verdict.tsx';

/** The result of a search for a model: a verdict, several models to choose from, or another way to find out. */
export function ModelAnswer({
  answer,
  query,
  boughtIn,
}: {
  /** Undefined: no question, or no result yet. */
  answer: FoundModel | undefined;
  query: string;
  boughtIn: BoughtIn;
}) {
  const { t } = useTranslation();
  const { name, verdictTitle } = useDeviceWords();
  const device = answer?.found.device ?? null;
  const place = boughtIn ?? answer?.found.soldIn ?? null;
  return (
    <section aria-label={t('devices.results')}>
      <p className="sr" role="status">
        {device !== null && t('devices.found', { name: name(device), verdict: verdictTitle(device, place) })}
      </p>
      {device !== null && (
        <DeviceVerdict
          device={device}
          boughtIn={place}
          isFromCode={boughtIn === null && place !== null}
          typed={answer?.found.isTypo ? query : null}
          listedAt={answer?.listedAt ?? null}
        />
      )}
      {answer !== undefined && device === null && answer.found.others.length > 0 && (
        <VerdictFrame tone="open" title={t('devices.which.title')}>
          <p>{t(answer.found.isTypo ? 'devices.which.similar' : 'devices.which.text')}</p>
        </VerdictFrame>
      )}
      {answer !== undefined && device === null && answer.found.others.length === 0 && <Unknown />}
      {answer !== undefined && <Others devices={answer.found.others} boughtIn={boughtIn} isBelow={device !== null} />}
    </section>
  );
}

/** Models to choose from. */
function Others({
  devices,
  boughtIn,
  isBelow,
}: {
  devices: readonly Device[];
  boughtIn: BoughtIn;
  /** True when they follow a verdict on another model. */
  isBelow: boolean;
}) {
  const { t } = useTranslation();
  const { name } = useDeviceWords();
  if (devices.length === 0) return null;
  return (
    <div className="model-others">
      {isBelow && <p className="small muted">{t('devices.verdict.others')}</p>}
      <ul>
        {devices.map((device) => (
          <li key={name(device)}>
            <PageLink className="pill" to={paths.helpDevices(name(device), boughtIn)}>
              {name(device)}
            </PageLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Unknown() {
  const { t } = useTranslation();
  return (
    <VerdictFrame tone="open" title={t('devices.unknown.title')}>
      <p>{t('devices.unknown.text')}</p>
      <PageLink className={buttonClass({ variant: 'secondary' }, 'device-verdict__action')} to={paths.contact()}>
        {t('devices.verdict.contact')}
      </PageLink>
    </VerdictFrame>
  );
}
