import { useLocation } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import type { DevicesPage } from './devices-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Checks } from './checks.tsx';
import { DialDrawing } from './dial-drawing.tsx';
import { FamilyList } from './family-list.tsx';
import { ModelCheck } from './model-check.tsx';
import { SaleMap } from './sale-map.tsx';
import { ThisDevice } from './this-device.tsx';

/** The family whose answers differ most by place of sale, shown on the map. */
const MAPPED = 'iphone-17';

/** Does my phone take an eSIM? By model, or by what the browser says of the phone that reads the page (`#this`). */
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
            <h1 className="h-display">{t('devices.title')}</h1>
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
