import { Button } from '../../../ui/button.tsx';
import { useTranslation } from '../../translation.tsx';
import type { List } from './use-list.ts';

/** The button below a list with further items. */
export function ShowMore({ list, onShow }: { list: List<unknown>; onShow: () => void }) {
  const { t } = useTranslation();
  if (list.status !== 'ready' || list.next === null) return null;
  return (
    <div className="stack gap-2 justify-items-center mt-4">
      <Button variant="secondary" loading={list.more === 'loading'} onClick={onShow}>
        {t('profile.showMore')}
      </Button>
      {list.more === 'failed' && (
        <p className="error" role="status">
          {t('profile.showMoreFailed')}
        </p>
      )}
    </div>
  );
}
