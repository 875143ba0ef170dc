import { useId } from 'react';
import { BRAND } from '../../../shared/brand.ts';
import { Button } from '../../../ui/button.tsx';
import { MailIcon } from '../../../ui/icons.tsx';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';
import { HomeScreenDrawing } from './home-screen-drawing.tsx';
import { ChevronLeftIcon, PlusSquareIcon, ShareIcon } from './push-icons.tsx';

/** How an iPhone gets the site onto its home screen. The button stays off, and says when it works. */
export function HomeScreenSteps({ id, email, onClose }: { id: string; email: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { publicUrl } = useRootData();
  const hintId = useId();
  const brand = { brand: BRAND };
  return (
    <section className="home-screen" id={id} aria-labelledby={`${id}-title`}>
      <div className="stack gap-5">
        <div className="stack gap-2">
          <h2 className="h-sec" id={`${id}-title`}>
            {t('push.homeScreen.title')}
          </h2>
          <p className="muted">{t('push.homeScreen.lede')}</p>
        </div>
        <ol className="home-screen__steps">
          <li>
            <b>{t('push.homeScreen.share')}</b>
            <span>
              <ShareIcon size={18} /> {t('push.homeScreen.shareText')}
            </span>
          </li>
          <li>
            <b>{t('push.homeScreen.add')}</b>
            <span>
              <PlusSquareIcon size={18} /> {t('push.homeScreen.addText')}
            </span>
          </li>
          <li>
            <b>{t('push.homeScreen.open', brand)}</b>
            <span>{t('push.homeScreen.openText')}</span>
          </li>
        </ol>
        <div className="stack gap-3 justify-items-start">
          <Button size="lg" disabled aria-describedby={hintId}>
            {t('push.turnOnNotices')}
          </Button>
          <p className="small muted" id={hintId}>
            {t('push.homeScreen.hint', brand)}
          </p>
        </div>
        <div className="alert">
          <MailIcon size={20} />
          <div>
            <b>{t('push.homeScreen.missTitle')}</b>
            {email === null ? t('push.homeScreen.missTextPlain') : t('push.homeScreen.missText', { email })}
          </div>
        </div>
        <div>
          <Button variant="ghost" icon={<ChevronLeftIcon size={18} />} onClick={onClose}>
            {t('push.homeScreen.stay')}
          </Button>
        </div>
      </div>
      <HomeScreenDrawing host={new URL(publicUrl).host} />
    </section>
  );
}
