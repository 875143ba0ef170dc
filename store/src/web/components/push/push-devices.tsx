import { useId, useRef, useState } from 'react';
import { push } from '../../../i18n/areas/push.ts';
import { BRAND } from '../../../shared/brand.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { PhoneIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useFormat } from '../../format.ts';
import { addMessages } from '../../messages.ts';
import type { PushOwner } from '../../offline/push-device.ts';
import { useTranslation } from '../../translation.tsx';
import { HomeScreenSteps } from './home-screen.tsx';
import { LaptopIcon } from './push-icons.tsx';
import { usePushDevices } from './use-push-devices.ts';

addMessages({ push });

type Devices = ReturnType<typeof usePushDevices>;

/**
 * The devices that show notices of an account, or of a guest's order, and the button that turns them on in this browser.
 * `email`: where the same notices go by mail. The section around it has the title.
 */
export function PushDevices({ owner, email }: { owner: PushOwner; email: string | null }) {
  const { t } = useTranslation();
  const toast = useToast();
  const top = useRef<HTMLUListElement>(null);
  const devices = usePushDevices(owner, (what) => {
    toast(t(`push.${what}`));
    // The button that was pressed is gone.
    top.current?.focus();
  });
  const { list, ability, here, problem, retry } = devices;
  const [explained, setExplained] = useState(false);
  const stepsId = useId();

  if (list.is === 'loading' || ability === 'unknown') return <Loading />;
  if (list.is === 'failed')
    return (
      <div className="stack gap-3 justify-items-start">
        <p className="muted">{t('push.listFailed')}</p>
        <Button variant="secondary" onClick={retry}>
          {t('push.retry')}
        </Button>
      </div>
    );
  const isOnHere = list.devices.some(({ id }) => id === here);
  return (
    <div className="stack gap-5">
      {problem !== undefined && <Alert tone="danger">{t(`push.${problem}`)}</Alert>}
      <ul className="push-list" ref={top} tabIndex={-1} aria-label={t('push.devices')}>
        {!isOnHere && (
          <ThisDevice
            devices={devices}
            steps={{ id: stepsId, open: explained, toggle: () => setExplained(!explained) }}
          />
        )}
        {list.devices.map((device) => (
          <DeviceRow key={device.id} device={device} isHere={device.id === here} devices={devices} />
        ))}
      </ul>
      {ability === 'denied' && (
        <Alert tone="info" title={t('push.denied')}>
          {t('push.deniedHow')}
        </Alert>
      )}
      {ability === 'home-screen' && explained && (
        <HomeScreenSteps id={stepsId} email={email} onClose={() => setExplained(false)} />
      )}
    </div>
  );
}

/** This browser while its notices are off: what turns them on, or why nothing can. */
function ThisDevice({
  devices: { ability, busy, on },
  steps,
}: {
  devices: Devices;
  steps: { id: string; open: boolean; toggle: () => void };
}) {
  const { t } = useTranslation();
  const isIphone = ability === 'home-screen';
  const text = isIphone
    ? t('push.offIphone', { brand: BRAND })
    : t(ability === 'none' ? 'push.unsupported' : 'push.off');
  return (
    <li>
      {isIphone ? <PhoneIcon size={22} /> : <LaptopIcon size={22} />}
      <div className="push-list__words">
        <b>{t(isIphone ? 'push.thisIphone' : 'push.thisBrowser')}</b>
        <p className="muted small">{text}</p>
      </div>
      {ability === 'ready' && (
        <Button variant="secondary" loading={busy === 'on'} onClick={() => void on()}>
          {t('push.turnOn')}
        </Button>
      )}
      {isIphone && (
        <Button
          variant="secondary"
          aria-expanded={steps.open}
          aria-controls={steps.open ? steps.id : undefined}
          onClick={steps.toggle}
        >
          {t('push.turnOn')}
        </Button>
      )}
    </li>
  );
}

/** Systems of phones and tablets in the words of `deviceNameOf`. */
const PHONES = /iPhone|iPad|Android/;

type Device = Extract<Devices['list'], { is: 'ready' }>['devices'][number];

function DeviceRow({
  device: { id, device, createdAt },
  isHere,
  devices: { busy, remove },
}: {
  device: Device;
  isHere: boolean;
  devices: Devices;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [browser, system] = device.split(', ');
  const name = browser && system ? t('push.named', { browser, system }) : device || t('push.unnamed');
  return (
    <li>
      {PHONES.test(device) ? <PhoneIcon size={22} /> : <LaptopIcon size={22} />}
      <div className="push-list__words">
        <p className="row flex-wrap gap-x-3 gap-y-1">
          <b>{name}</b>
          {isHere && (
            <Chip tone="success" dot>
              {t('push.here')}
            </Chip>
          )}
        </p>
        <p className="muted small">{t('push.since', { date: format.date(createdAt) })}</p>
      </div>
      <Button
        variant="ghost"
        loading={busy === id}
        aria-label={t('push.removeName', { name })}
        onClick={() => void remove(id)}
      >
        {t('push.remove')}
      </Button>
    </li>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div className="late stack gap-3">
      <VisuallyHidden>{t('push.loading')}</VisuallyHidden>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-4 w-72 max-w-full" />
    </div>
  );
}
