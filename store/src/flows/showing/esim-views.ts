import type { Esim, EsimPlan, Esims, Reading } from '../../modules/esims/esims.ts';
import { shownStateOf } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { EsimInstallView, EsimPlanView, EsimUsage } from '../../shared/views.ts';

type Ports = {
  esims: Esims;
  fulfilment: Pick<Fulfilment, 'wholesalers'>;
  orders: Pick<Orders, 'numbersOf'>;
};
type Numbers = Awaited<ReturnType<Orders['numbersOf']>>;

/** Presenters of these eSIMs, for those who may see them. */
export async function esimViews(ports: Ports, shown: readonly Esim[]) {
  const bought = shown.flatMap(({ plans }) => plans.map(({ lineId }) => lineId));
  const [histories, numbers] = await Promise.all([ports.esims.historiesOf(shown), ports.orders.numbersOf(bought)]);
  const usageOf = (esim: Esim) => presentUsage({ ...ports, numbers }, esim, histories.get(esim.id) ?? []);
  return {
    usageOf,
    /** With the installation data, which is secret. */
    installOf: (esim: Esim): EsimInstallView => ({
      id: esim.id,
      ...ports.esims.installDataOf(esim),
      apn: esim.apn,
      ...usageOf(esim),
    }),
  };
}

/** What is left on an eSIM, of which plans, and who said so when. */
function presentUsage(
  { esims, fulfilment, numbers }: Ports & { numbers: Numbers },
  esim: Esim,
  history: readonly Reading[],
): EsimUsage {
  const { current, installed, planState, dataMb, remainingMb } = esims.standingOf(esim);
  const pace = esims.paceOf(esim, history);
  return {
    installed,
    ownName: esim.name,
    profileState: shownStateOf(esim),
    planState,
    dataMb,
    unlimited: current.unlimited,
    remainingMb,
    validFrom: current.startedAt?.toISOString() ?? null,
    validUntil: current.expiresAt?.toISOString() ?? null,
    plans: esim.plans.map((plan) => presentPlan(esims, plan, numbers)),
    usageAt: esim.usageAt?.toISOString() ?? null,
    reportsEveryMinutes: fulfilment.wholesalers.find(esim.wholesaler)?.capabilities.usageEveryMinutes ?? null,
    awaySince: esim.awaySince?.toISOString() ?? null,
    pace: pace && { ...pace, endsAt: pace.endsAt.toISOString() },
    history: history.map((each) => ({ at: each.readAt.toISOString(), remainingMb: each.remainingMb })),
  };
}

const presentPlan = (esims: Esims, plan: EsimPlan, numbers: Numbers): EsimPlanView => ({
  orderId: plan.orderId,
  line: numbers.get(plan.lineId)?.line ?? 1,
  topUp: numbers.get(plan.lineId)?.purpose === 'plan',
  dataMb: plan.dataMb,
  unlimited: plan.unlimited,
  days: plan.days,
  planState: esims.planStateOf(plan),
  remainingMb: plan.remainingMb,
  validFrom: plan.startedAt?.toISOString() ?? null,
  validUntil: plan.expiresAt?.toISOString() ?? null,
});
