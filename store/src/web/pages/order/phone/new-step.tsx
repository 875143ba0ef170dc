import { paths } from '../../../../shared/paths.ts';
import { BUYER_REASONS } from '../../../../shared/replacement.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Ticket } from '../../../../ui/card.tsx';
import { ArrowRightIcon, CheckIcon } from '../../../../ui/icons.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { PhoneForm, PhoneFrame, shortIccid } from './phone-frame.tsx';
import type { StepWithNews } from './step.ts';

/** Before the click: what moves, what stops, what it costs, and who decides. */
export function NewStep(props: StepWithNews) {
  const { t } = useTranslation();
  const { order, number, line, forms, moved, news } = props;
  const happens = [
    t(line.onNewPhone?.byRule ? 'replacement.new.rule' : 'replacement.new.person'),
    t(line.onNewPhone?.endsOld ? 'replacement.new.ends' : 'replacement.new.stays'),
    t('replacement.new.mail', { email: order.email }),
  ];
  return (
    <PhoneFrame
      order={order}
      number={number}
      title={t('replacement.new.title')}
      lede={t('replacement.new.lede')}
      moved={moved}
    >
      {news}
      <OldAndNew {...props} />
      <div>
        <h2 className="h-sec mb-3">{t('replacement.new.what')}</h2>
        <ul className="changed-phone__ticks">
          {happens.map((text) => (
            <li key={text}>
              <CheckIcon size={18} />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <PhoneForm forms={forms} what="ask" className="stack gap-6">
        <fieldset className="changed-phone__reasons">
          <legend className="h-sec mb-3">{t('replacement.new.why')}</legend>
          <div className="picker">
            {BUYER_REASONS.map((reason, index) => (
              <label className="opt" key={reason}>
                <input type="radio" className="radio" name="reason" value={reason} defaultChecked={index === 0} />
                <span>{t(`replacement.new.reasons.${reason}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="row flex-wrap gap-3">
          <Button type="submit" size="lg" className="changed-phone__send" loading={forms.busy}>
            {t('replacement.new.send')}
          </Button>
          <PageLink className={buttonClass({ variant: 'secondary', size: 'lg' })} to={paths.order(order.id, number)}>
            {t('replacement.new.keep')}
          </PageLink>
        </div>
      </PhoneForm>
    </PhoneFrame>
  );
}

/** The old eSIM and what the new one will have. Its plan covers the rest, and may have more. */
function OldAndNew({ order, line, esim }: StepWithNews) {
  const { t } = useTranslation();
  const format = useFormat();
  const { rest, unlimited } = line;
  if (rest === null) return null;
  const used = format.data(esim.dataMb - esim.remainingMb);
  return (
    <Ticket
      head={
        <div className="changed-phone__move tnum">
          <div>
            <div className="xs muted">{t('replacement.new.old')}</div>
            <b className="strong">{shortIccid(esim.iccid)}</b>
            {unlimited === null && (
              <div className="small muted">
                {t('replacement.new.used', { used, data: format.planData({ dataMb: esim.dataMb, unlimited }) })}
              </div>
            )}
          </div>
          <ArrowRightIcon size={22} />
          <div>
            <div className="xs muted">{t('replacement.new.new')}</div>
            <b className="strong">
              {t('replacement.new.least', { data: format.planData({ dataMb: rest.leftMb, unlimited }) })}
            </b>
            <div className="small muted">{t('replacement.new.leastDays', { count: rest.leftDays })}</div>
          </div>
        </div>
      }
    >
      <div className="row between px-6 py-5">
        <span className="small muted">
          {t('replacement.new.pay')}
          <br />
          {t('replacement.new.once')}
        </span>
        <b className="changed-phone__price money">{format.money({ amount: 0, currency: order.total.currency })}</b>
      </div>
    </Ticket>
  );
}
