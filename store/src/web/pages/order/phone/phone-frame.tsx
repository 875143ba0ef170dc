import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../../../../shared/paths.ts';
import type { OrderLineView, OrderView } from '../../../../shared/views.ts';
import { Card } from '../../../../ui/card.tsx';
import { ChevronRightIcon } from '../../../../ui/icons.tsx';
import { EsimChip } from '../../../components/account/esim-chip.tsx';
import { statusOf } from '../../../components/account/esim-status.ts';
import { useLocalDate } from '../../../components/account/local-time.tsx';
import { PageTitle } from '../../../components/chrome/page-title.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { OfferMark } from '../../../components/plans/offer-mark.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { useLineWords } from '../order-words.ts';
import type { PhoneForms } from './use-phone.ts';

/** One step of the page: the way back, the title and a sentence. */
export function PhoneFrame({
  order,
  number,
  title,
  lede,
  moved = false,
  children,
}: {
  order: OrderView;
  number: number;
  title: string;
  lede: string;
  /** The reader's own click led here: the title takes the focus. */
  moved?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moved) heading.current?.focus();
  }, [moved, title]);
  return (
    <div className="wrap changed-phone">
      <PageTitle title={title} />
      <div className="stack gap-2.5">
        <nav className="crumbs" aria-label={t('replacement.crumbs')}>
          <PageLink to={paths.order(order.id, number)}>{t('replacement.order', { number: order.number })}</PageLink>
          <ChevronRightIcon size={14} />
          <span aria-current="page">{t('replacement.title')}</span>
        </nav>
        <h1 className="h-display" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="lede">{lede}</p>
      </div>
      {children}
    </div>
  );
}

/** A form that sends one word, with its line; its buttons are the children. */
export function PhoneForm({
  forms,
  what,
  className,
  children,
}: {
  forms: PhoneForms;
  what: 'look' | 'ask' | 'withdraw';
  className?: string;
  children: ReactNode;
}) {
  return (
    <form className={className} method="post" action={forms.action} onSubmit={forms.onSubmit}>
      <input type="hidden" name="do" value={what} />
      <input type="hidden" name="line" value={forms.number} />
      {children}
    </form>
  );
}

/** `1.9GB left, until Dec 14, 2026`, or its days from first use. */
export function useRestText() {
  const { t } = useTranslation();
  const format = useFormat();
  const dateOf = useLocalDate();
  return ({ rest, unlimited }: Pick<OrderLineView, 'rest' | 'unlimited'>) => {
    if (rest === null) return '';
    const data = format.planData({ dataMb: rest.leftMb, unlimited });
    return rest.endsAt === null
      ? t('replacement.leftDays', { data, count: rest.leftDays })
      : t('replacement.left', { data, date: dateOf(rest.endsAt) });
  };
}

/** The eSIM that the page is about. */
export function MovingEsim({ line }: { line: OrderLineView }) {
  const { plan } = useLineWords()(line);
  const restText = useRestText();
  return (
    <Card className="changed-phone__esim">
      <OfferMark offer={line.forPlace ?? line} />
      <div className="min-w-0 flex-1">
        <b className="strong">{plan}</b>
        <div className="small muted">{restText(line)}</div>
      </div>
      {line.esim !== null && <EsimChip status={statusOf({ ...line, ...line.esim })} />}
    </Card>
  );
}

/** `8944 ···· 2207`: enough to tell two eSIMs apart. */
export const shortIccid = (iccid: string) => `${iccid.slice(0, 4)} ···· ${iccid.slice(-4)}`;
