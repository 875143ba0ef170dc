import { BRAND } from '../../../shared/brand.ts';
import { CopyIcon } from '../../../ui/icons.tsx';
import { LogoMark } from '../../../ui/logo.tsx';
import { useTranslation } from '../../translation.tsx';
import { BookmarkIcon, PlusSquareIcon } from './push-icons.tsx';

/** The apps of the screen in rows of four; the last one is ours. */
const APPS = 7;

/** An iPhone with the menu of Safari's Share button, and the site among the apps. */
export function HomeScreenDrawing({ host }: { host: string }) {
  const { t } = useTranslation();
  return (
    <figure className="share-phone" role="img" aria-label={t('push.homeScreen.drawing', { brand: BRAND })}>
      <div className="share-phone__screen" aria-hidden="true">
        <div className="share-phone__apps">
          {Array.from({ length: APPS }, (_, at) => (
            <i key={at} className="share-phone__app" />
          ))}
          <span className="share-phone__ours">
            <i className="share-phone__app share-phone__app--ours">
              <LogoMark size={28} />
            </i>
            <em>{BRAND}</em>
          </span>
        </div>
        <div className="share-phone__sheet">
          <div className="share-phone__site">
            <i className="share-phone__app share-phone__app--mark">
              <LogoMark size={28} />
            </i>
            <span>
              {BRAND}
              <small>{host}</small>
            </span>
          </div>
          <div className="share-phone__menu">
            <p>
              {t('push.homeScreen.copy')}
              <CopyIcon size={18} />
            </p>
            <p>
              {t('push.homeScreen.bookmark')}
              <BookmarkIcon size={18} />
            </p>
            <p className="share-phone__row">
              {t('push.homeScreen.row')}
              <PlusSquareIcon size={20} />
            </p>
          </div>
        </div>
      </div>
    </figure>
  );
}
