import type { LegalPage } from '../../../content/legal/legal-pages.ts';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { Blocks } from '../../components/prose/article-body.tsx';
import { Processors, Retention, Storage, Supervisors } from './parts.tsx';

/** The clauses, each with its summary beside it (on phones above it), and a list of them before. */
export function Clauses({ page: { clauses, parts } }: { page: LegalPage }) {
  const { t } = useTranslation();
  const drawn = {
    processors: <Processors processors={parts.processors} />,
    retention: <Retention rows={parts.retention} periods={parts.periods} />,
    storage: <Storage orderAccessDays={parts.periods.orderAccessDays} />,
    supervisors: <Supervisors supervisors={parts.supervisors} />,
  };
  return (
    <>
      <details className="legal-contents">
        <summary>
          {t('legal.contents')}
          <ChevronDownIcon size={20} />
        </summary>
        <ol>
          {clauses.map(({ id, title }) => (
            <li key={id}>
              <a className="link" href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </details>
      {clauses.map(({ id, title, summary, blocks, isChanged }) => (
        <section className="clause" key={id} aria-labelledby={id ?? undefined}>
          <h2 id={id ?? undefined}>{title}</h2>
          {summary !== null && (
            <div className="clause__summary">
              <small>{t('legal.inShort')}</small>
              <div dangerouslySetInnerHTML={{ __html: summary }} />
            </div>
          )}
          <div className="clause__text prose">
            {isChanged && <p className="clause__changed">{t('legal.changedClause')}</p>}
            <Blocks blocks={blocks} parts={drawn} />
          </div>
        </section>
      ))}
    </>
  );
}
