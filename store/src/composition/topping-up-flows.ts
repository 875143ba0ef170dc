import type { ChargeOrder } from '../flows/buying/charge-order.ts';
import type { RecoverPayment } from '../flows/buying/recover-payment.ts';
import type { SettlePayment } from '../flows/buying/settle-payment.ts';
import type { TopUps } from '../flows/buying/top-up.ts';
import { createConsiderTopUp, createWatchTopUps } from '../flows/topping-up/consider-top-up.ts';
import { createRunAutoTopUp } from '../flows/topping-up/run-auto-top-up.ts';
import { createAutoTopUpSwitch } from '../flows/topping-up/switch.ts';
import { findLostTimeAt } from '../modules/installation/installation.ts';
import { orderTexts } from '../shared/legal.ts';
import type { Modules } from './modules.ts';

/** Plans that are added to eSIMs by themselves. */
export function createToppingUpFlows(
  modules: Modules,
  buying: { chargeOrder: ChargeOrder; settlePayment: SettlePayment; recoverPayment: RecoverPayment; topUps: TopUps },
) {
  const ports = { ...modules, ...buying, lostTimeAt: findLostTimeAt, texts: orderTexts(modules.config.legalVersions) };
  const considerTopUp = createConsiderTopUp(ports);
  return {
    considerTopUp,
    runAutoTopUp: createRunAutoTopUp(ports),
    watchTopUps: createWatchTopUps(modules),
    autoTopUpSwitch: createAutoTopUpSwitch({ ...ports, considerTopUp }),
  };
}
