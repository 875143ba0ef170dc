import { useLocation } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import type { DevicesPage } from './devices-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Unbroken } from '../../components/unbroken.tsx';
import { FamilyList } from './family-list.tsx';
import { ModelCheck } from './model-check.tsx';
import { SaleMap } from './sale-map.tsx';
import { ThisDevice } from './this-device.tsx';
import { RichText } from '../../components/rich-text.tsx';

/** The family whose answers differ most by place of sale; the map shows it. */
const MAPPED = 'iphone-17';

/** The eSIM check of a phone: by model, or by what the browser reports about the current phone (`#this`). */
export function DeviceCheck({ page }: { page: DevicesPage }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const isThis = useHydrated() && hash === '#this';
  const mapped = page.families.find(({ id }) => id === MAPPED);
  return (
    <>
      <PageTitle title={t('devices.title')} description={t('devices.description')} />
      <div className="page-head">
        <div className="wrap device-check">
          <div id="this">
            <nav className="crumbs" aria-label={t('devices.breadcrumb')}>
              <PageLink to={paths.help()}>{t('devices.help')}</PageLink>
              <ChevronRightIcon size={14} />
              <span aria-current="page">{t('devices.short')}</span>
            </nav>
            <h1 className="h-display">
              <Unbroken>{t('devices.title')}</Unbroken>
            </h1>
            <p className="lede device-check__lede">{t(isThis ? 'devices.ledeThis' : 'devices.lede')}</p>
            {isThis ? <ThisDevice /> : <ModelCheck page={page} />}
          </div>
          <DialDrawing />
        </div>
      </div>
      <div className="wrap device-sections">
        <Checks />
        {mapped !== undefined && <SaleMap family={mapped} world={page.world} />}
        <FamilyList families={page.families} />
      </div>
    </>
  );
}

const CHECKS = ['dial', 'lock', 'place'] as const;

/** Checks that every reader can make, whatever our list says. */
function Checks() {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className="sr">{t('devices.checks.title')}</h2>
      <ol className="device-checks">
        {CHECKS.map((check, index) => (
          <li key={check}>
            <b aria-hidden="true">{index + 1}</b>
            <h3>{t(`devices.checks.${check}`)}</h3>
            <p>
              <RichText
                text={t(`devices.checks.${check}Text`)}
                parts={{
                  locked: (words) => (
                    <PageLink className="link" to={paths.helpArticle('locked-phone')}>
                      {words}
                    </PageLink>
                  ),
                }}
              />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
const DIALLED = new Set(['*', '#', '0', '6']);
/** A sample of the GSMA, with a valid check digit. */
const EID = ['89049032 00700888', '26001375 44319616'];

/** The code that shows an EID, on a drawn phone. */
function DialDrawing() {
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
