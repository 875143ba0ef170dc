import type { ReactNode } from 'react';
import type { Device } from '../../../shared/devices/types.ts';
import { type BoughtIn, type Verdict, verdictOn } from '../../../shared/devices/verdict.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { CheckIcon, CloseIcon, InfoIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { isUnsure, useDeviceWords } from './device-phrases.ts';
import { LockedHint } from './locked-hint.tsx';
import { SourceNote } from './source-note.tsx';

const MARKS = { good: CheckIcon, bad: CloseIcon, open: InfoIcon };

/** An icon, a short answer, and sentences below it. `open`: no answer yet. */
export function VerdictFrame({
  tone,
  title,
  children,
}: {
  tone: keyof typeof MARKS;
  title: string;
  children: ReactNode;
}) {
  const Mark = MARKS[tone];
  return (
    <div className="device-verdict">
      <span className={`device-verdict__mark device-verdict__mark--${tone}`}>
        <Mark size={24} />
      </span>
      <h2>{title}</h2>
      <div className="device-verdict__text">{children}</div>
    </div>
  );
}

const TONES: Record<Verdict['kind'], keyof typeof MARKS> = {
  yes: 'good',
  'yes-unless': 'good',
  no: 'bad',
  depends: 'open',
  listed: 'open',
};

/** The verdict on one model in words, its source, and the next step. */
export function DeviceVerdict({
  device,
  boughtIn,
  isFromCode,
  typed,
  listedAt,
}: {
  device: Device;
  boughtIn: BoughtIn;
  /** True when the model number implies the place of sale. */
  isFromCode: boolean;
  /** The input, if it had a typo. */
  typed: string | null;
  listedAt: string | null;
}) {
  const { t } = useTranslation();
  const { day, name: nameOf, verdictTitle, sold } = useDeviceWords();
  const verdict = verdictOn(device, boughtIn);
  const name = nameOf(device);
  const isGood = verdict.kind === 'yes' || verdict.kind === 'yes-unless';
  return (
    <VerdictFrame tone={TONES[verdict.kind]} title={verdictTitle(device, boughtIn)}>
      {typed !== null && <p className="small muted">{t('devices.verdict.typo', { query: typed, name })}</p>}
      <p>
        <VerdictText device={device} verdict={verdict} boughtIn={boughtIn} listedAt={listedAt} />
      </p>
      {verdict.notes.map((note) => (
        <p key={note}>{t(`devices.notes.${note}`)}</p>
      ))}
      {isFromCode && boughtIn !== null && boughtIn !== 'other' && (
        <p className="small muted">{t('devices.verdict.fromCode', { place: sold([boughtIn]) })}</p>
      )}
      <p className="small muted">
        {device.family !== null && <SourceNote family={device.family} />}
        {device.family !== null && device.isListed && listedAt !== null && verdict.kind !== 'no' && (
          <> {t('devices.verdict.alsoListed', { date: day(listedAt) })}</>
        )}
      </p>
      <div className="device-verdict__action">
        {isGood ? (
          <PageLink className={buttonClass()} to={paths.plans()}>
            {t('devices.verdict.plans')}
          </PageLink>
        ) : (
          <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.contact()}>
            {t('devices.verdict.contact')}
          </PageLink>
        )}
        {verdict.kind !== 'no' && <LockedHint />}
      </div>
    </VerdictFrame>
  );
}

function VerdictText({
  device,
  verdict: { kind, simSlot, unless },
  boughtIn,
  listedAt,
}: {
  device: Device;
  verdict: Verdict;
  boughtIn: BoughtIn;
  listedAt: string | null;
}) {
  const { t } = useTranslation();
  const { day, name: nameOf, sold } = useDeviceWords();
  const name = nameOf(device);
  const place = boughtIn === null || boughtIn === 'other' ? null : sold([boughtIn]);
  if (kind === 'listed') return t('devices.verdict.listedText', { name, date: listedAt === null ? '' : day(listedAt) });
  if (kind === 'depends')
    return place !== null && device.family?.esim !== 'depends'
      ? t('devices.verdict.dependsHereText', { name, place })
      : t(`devices.verdict.${isUnsure(device) ? 'unsureText' : 'dependsText'}`, { name });
  if (kind === 'no') return t(`devices.verdict.${device.family?.esim === 'no' ? 'noText' : 'noHereText'}`, { name });
  return [
    place === null ? t('devices.verdict.yesText', { name }) : t('devices.verdict.yesHereText', { name, place }),
    unless.no.length > 0 && t('devices.verdict.withoutText', { places: sold(unless.no) }),
    unless.depends.length > 0 && t('devices.verdict.partlyText', { places: sold(unless.depends) }),
    simSlot !== null && t(`devices.verdict.${simSlot ? 'slotText' : 'onlyText'}`),
  ]
    .filter(Boolean)
    .join(' ');
}
