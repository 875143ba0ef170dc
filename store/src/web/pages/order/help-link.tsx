import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { LifeBuoyIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';

export function HelpLink() {
  const { t } = useTranslation();
  return (
    <PageLink className={buttonClass({ variant: 'secondary' }, 'no-print justify-self-start')} to={paths.help()}>
      <LifeBuoyIcon size={18} />
      {t('order.help')}
    </PageLink>
  );
}
