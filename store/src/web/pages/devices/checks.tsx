import { paths } from '../../../shared/paths.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RichText } from '../../components/rich-text.tsx';

const CHECKS = ['dial', 'lock', 'place'] as const;

/** What anybody can check, whatever our list says. */
export function Checks() {
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
