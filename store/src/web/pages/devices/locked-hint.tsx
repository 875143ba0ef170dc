import { paths } from '../../../shared/paths.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RichText } from '../../components/rich-text.tsx';

/** A locked phone refuses every eSIM of another operator, whatever its model. */
export function LockedHint() {
  const { t } = useTranslation();
  return (
    <span className="small muted">
      <RichText
        text={t('devices.verdict.locked')}
        parts={{
          locked: (words) => (
            <PageLink className="link" to={paths.helpArticle('locked-phone')}>
              {words}
            </PageLink>
          ),
        }}
      />
    </span>
  );
}
