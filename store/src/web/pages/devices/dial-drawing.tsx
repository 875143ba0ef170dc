import { useTranslation } from '../../translation.tsx';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
const DIALLED = new Set(['*', '#', '0', '6']);
/** A sample of the GSMA, with a right check sum. */
const EID = ['89049032 00700888', '26001375 44319616'];

/** The code that shows an EID, dialled on a drawn phone. */
export function DialDrawing() {
  const { t } = useTranslation();
  return (
    <figure className="dial" role="img" aria-label={t('devices.dial.label')}>
      <div className="dial__screen" aria-hidden="true">
        <div className="dial__number">*#06#</div>
        <div className="dial__eid">
          <b>{t('devices.dial.eid')}</b>
          {EID.map((half) => (
            <code key={half}>{half}</code>
          ))}
          <span>{t('devices.dial.means')}</span>
        </div>
        <div className="dial__keys">
          {KEYS.map((key) => (
            <span key={key} className={DIALLED.has(key) ? 'is-dialled' : undefined}>
              {key}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}
