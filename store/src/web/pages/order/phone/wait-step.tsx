import { paths } from '../../../../shared/paths.ts';
import type { OrderLineView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { MessageIcon } from '../../../../ui/message-icon.tsx';
import { useLocalInstant } from '../../../components/account/local-time.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useSupportWords } from '../../../support-words.ts';
import { useTranslation } from '../../../translation.tsx';
import { type Station, Stations } from '../stations.tsx';
import { PhoneForm, PhoneFrame } from './phone-frame.tsx';
import type { StepWithNews } from './step.ts';

type Props = StepWithNews & { replacement: NonNullable<OrderLineView['replacement']> };

/** The way of a request, with the merchant's rule for the answer. It can be withdrawn until a person confirms it. */
export function WaitStep({ order, number, line, forms, moved, news, replacement }: Props) {
  const { t } = useTranslation();
  const stations = useStations({ order, line, replacement });
  const isRequested = replacement.state === 'requested';
  return (
    <PhoneFrame
      order={order}
      number={number}
      title={t(isRequested ? 'replacement.wait.title' : 'replacement.wait.makingTitle')}
      lede={t('replacement.wait.lede')}
      moved={moved}
    >
      {news}
      <Card padded>
        <Stations label={t('replacement.wait.steps')} stations={stations} slow={isRequested} />
      </Card>
      {isRequested && (
        <Alert tone="info" title={t('replacement.wait.onTitle')}>
          <p>{t('replacement.wait.onText')}</p>
        </Alert>
      )}
      <div className="row flex-wrap gap-3">
        <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.contact()}>
          <MessageIcon size={18} />
          {t('replacement.wait.talk')}
        </PageLink>
        {isRequested && (
          <PhoneForm forms={forms} what="withdraw">
            <Button type="submit" variant="secondary" loading={forms.busy}>
              {t('replacement.wait.withdraw')}
            </Button>
          </PhoneForm>
        )}
      </div>
    </PhoneFrame>
  );
}

function useStations({ order, line, replacement }: Pick<Props, 'order' | 'line' | 'replacement'>): Station[] {
  const { t } = useTranslation();
  const instantOf = useLocalInstant();
  const { hoursText } = useSupportWords();
  const { state, reason, askedAt } = replacement;
  const isRequested = state === 'requested';
  const asked = t('replacement.wait.askedText', {
    time: instantOf(askedAt),
    reason: t(`replacement.new.reasons.${reason}`),
  });
  return [
    {
      title: t(reason === 'support' ? 'replacement.wait.askedBySupport' : 'replacement.wait.asked'),
      text: asked,
      done: true,
      now: false,
    },
    {
      title: t(isRequested ? 'replacement.wait.confirms' : 'replacement.wait.confirmed'),
      text: isRequested ? t('replacement.wait.confirmsText', { hours: hoursText }) : '',
      done: !isRequested,
      now: isRequested,
    },
    {
      title: t(line.onNewPhone?.endsOld ? 'replacement.wait.made' : 'replacement.wait.madeUnsure'),
      text: t('replacement.wait.madeText'),
      done: false,
      now: !isRequested,
    },
    {
      title: t('replacement.wait.install'),
      text: t('replacement.wait.installText', { email: order.email }),
      done: false,
      now: false,
    },
  ];
}
