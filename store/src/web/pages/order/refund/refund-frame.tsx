import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../../../../shared/paths.ts';
import type { OrderLineView, OrderView } from '../../../../shared/views.ts';
import { ChevronRightIcon } from '../../../../ui/icons.tsx';
import { PageTitle } from '../../../components/chrome/page-title.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useTranslation } from '../../../translation.tsx';
import { useLineWords } from '../order-words.ts';
import type { RefundForms } from './use-refund.ts';

/** What every state of the page is about. */
export type Shown = { order: OrderView; line: OrderLineView; number: number; forms: RefundForms };

/** One state of the page: the way back, the title and a sentence. A title that the reader's own click led to takes the focus. */
export function RefundFrame({
  order,
  line,
  number,
  forms,
  title,
  lede,
  mark,
  children,
}: Shown & { title: string; lede?: string; mark?: ReactNode; children?: ReactNode }) {
  const { t } = useTranslation();
  const words = useLineWords()(line);
  const heading = useRef<HTMLHeadingElement>(null);
  const { moved } = forms;
  useEffect(() => {
    if (moved) heading.current?.focus();
  }, [moved, title]);
  return (
    <div className="wrap refund">
      <PageTitle title={title} />
      <header className="stack gap-2.5">
        <nav className="crumbs" aria-label={t('refunds.crumbs')}>
          <PageLink to={paths.order(order.id, number)}>{t('refunds.order', { number: order.number })}</PageLink>
          <ChevronRightIcon size={14} />
          <span aria-current="page">{`${t('refunds.title')}, ${words.plan}`}</span>
        </nav>
        {mark}
        <h1 className="h-display" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lede !== undefined && <p className="lede wrap-anywhere">{lede}</p>}
      </header>
      {children}
    </div>
  );
}
