import { useEffect, useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon, PhoneIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { DeviceVerdict } from './device-verdict.tsx';
import { LockedHint } from './locked-hint.tsx';
import { type BrowserFacts, readThisDevice, type SeenDevice } from './read-this-device.ts';
import { type FoundModel, loadDeviceFinder } from './use-device-finder.ts';

/** The device that the browser reports, with our data of that model. */
type Seen = { device: SeenDevice; model?: FoundModel | undefined };

/** The check of the current phone, as far as its browser reports it; otherwise one question decides. */
export function ThisDevice() {
  const { t } = useTranslation();
  const seen = useThisDevice();
  if (seen === undefined) return <p className="this-device muted">{t('devices.seen.detecting')}</p>;
  const { device, model } = seen;
  const asks = device.kind === 'model' ? 'android' : device.kind;
  const known = model?.found.device ?? null;
  return (
    <div className="this-device">
      <Card padded>
        <div className="this-device__head">
          <span className="this-device__icon">
            {device.kind === 'computer' ? <LaptopIcon /> : <PhoneIcon size={22} />}
          </span>
          <div>
            <b>
              {device.kind === 'model'
                ? t('devices.seen.model', { model: device.model })
                : t(`devices.seen.${device.kind}`)}
            </b>
            <p className="small muted">{t('devices.seen.private')}</p>
          </div>
        </div>
        {device.kind === 'model' && known === null && <p>{t('devices.seen.unknownModel')}</p>}
        {known === null && (asks === 'computer' ? <Computer /> : <Question kind={asks} />)}
      </Card>
      {known !== null && model !== undefined && (
        <DeviceVerdict
          device={known}
          boughtIn={model.found.soldIn}
          isFromCode={model.found.soldIn !== null}
          typed={null}
          listedAt={model.listedAt}
        />
      )}
      {device.kind !== 'computer' && (
        <PageLink className="link small" to={paths.helpDevices()}>
          {t('devices.byModel')}
        </PageLink>
      )}
    </div>
  );
}

/** A computer is not the phone that travels: its model is asked. */
function Computer() {
  const { t } = useTranslation();
  return (
    <div className="this-device__computer">
      <p>{t('devices.seen.computerText')}</p>
      <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.helpDevices()}>
        {t('devices.byModel')}
      </PageLink>
    </div>
  );
}

function LaptopIcon() {
  return (
    <Icon size={22}>
      <rect x="4" y="4" width="16" height="12" rx="2" />
      <path d="M2 20h20" />
    </Icon>
  );
}

const REPLIES = ['yes', 'no', 'unsure'] as const;
const WORDS = {
  iphone: { yes: 'iphoneYes', no: 'iphoneNo', unsure: 'iphoneUnsure' },
  ipad: { yes: 'ipadYes', no: 'ipadNo', unsure: 'ipadUnsure' },
  android: { yes: 'androidYes', no: 'androidNo', unsure: 'androidUnsure' },
} as const;

/** The remaining question, and the meaning of its answers. */
function Question({ kind }: { kind: keyof typeof WORDS }) {
  const { t } = useTranslation();
  const [reply, setReply] = useState<(typeof REPLIES)[number]>();
  return (
    <>
      <div role="group" aria-labelledby="this-device-question">
        <p className="this-device__question" id="this-device-question">
          {t(`devices.seen.${kind}Question`)}
        </p>
        <div className="this-device__replies">
          {REPLIES.map((each) => (
            <Button
              key={each}
              variant={each === reply ? 'primary' : 'secondary'}
              aria-pressed={each === reply}
              onClick={() => setReply(each)}
            >
              {t(`devices.seen.${each}`)}
            </Button>
          ))}
        </div>
      </div>
      <div role="status" className="this-device__answer">
        {reply !== undefined && <p>{t(`devices.seen.${WORDS[kind][reply]}`)}</p>}
      </div>
      {reply === 'yes' && (
        <p>
          <LockedHint />
        </p>
      )}
      {reply === 'unsure' && (
        <PageLink className={buttonClass({ variant: 'ghost' })} to={paths.contact()}>
          {t('devices.verdict.contact')}
        </PageLink>
      )}
    </>
  );
}

/** Undefined until the browser has answered. */
function useThisDevice(): Seen | undefined {
  const [seen, setSeen] = useState<Seen>();
  useEffect(() => {
    let isMounted = true;
    void look().then((result) => isMounted && setSeen(result));
    return () => {
      isMounted = false;
    };
  }, []);
  return seen;
}

async function look(): Promise<Seen> {
  const device = await readThisDevice(navigator as BrowserFacts);
  if (device.kind !== 'model') return { device };
  // Without our list the model is shown, and the question asked.
  const model = await loadDeviceFinder().then(
    (find) => find(device.model),
    () => undefined,
  );
  return { device, model };
}
