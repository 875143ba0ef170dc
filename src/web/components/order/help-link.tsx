import { Link } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { LifeBuoyIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';

export function HelpLink() {
  const { t } = useTranslation();
  return (
    <Link className={buttonClass({ variant: 'secondary' }, 'no-print justify-self-start')} to={paths.help()}>
      <LifeBuoyIcon size={18} />
      {t('order.help')}
    </Link>
  );
}
