import { createFulfilLine } from '../flows/delivering/fulfil-line.ts';
import { createListStray } from '../flows/delivering/list-stray.ts';
import { createLookAgain } from '../flows/delivering/look-again.ts';
import { createReceiveHint } from '../flows/delivering/receive-hint.ts';
import { createRefreshEsim } from '../flows/delivering/refresh-esim.ts';
import { createNameEsim } from '../flows/delivering/name-esim.ts';
import { createResendEsim } from '../flows/delivering/resend-esim.ts';
import { createWatchUsage } from '../flows/delivering/watch-usage.ts';
import { createProbeWholesaler } from '../flows/delivering/watch-wholesaler.ts';
import type { NoticeUsage } from '../flows/noticing/notice-usage.ts';
import { createSendMail } from '../flows/mail/send-mail.ts';
import { createReconcile } from '../flows/reconciling/reconcile.ts';
import { createRepairDifference } from '../flows/reconciling/repair-difference.ts';
import { createSweeps } from '../flows/reconciling/sweep.ts';
import type { QueuePush } from '../flows/noticing/queue-push.ts';
import { createSendPush } from '../flows/noticing/send-push.ts';
import { createReplacing } from '../flows/replacing/ask-replacement.ts';
import { createLookAtProfile, createLookForBuyer } from '../flows/replacing/look-at-profile.ts';
import { createReplaceEsim } from '../flows/replacing/replace-esim.ts';
import type { ConsiderTopUp } from '../flows/topping-up/consider-top-up.ts';
import { modeFacts } from '../shared/mode.ts';
import type { Modules } from './modules.ts';

/** From the paid order to the eSIM and its mail, and the comparison of the books. */
export function createDeliveringFlows(
  modules: Modules,
  {
    noticeUsage,
    queuePush,
    considerTopUp,
  }: { noticeUsage: NoticeUsage; queuePush: QueuePush; considerTopUp: ConsiderTopUp },
) {
  const { config } = modules;
  const listStray = createListStray(modules);
  const lookAtProfile = createLookAtProfile(modules);
  return {
    fulfilLine: createFulfilLine({ ...modules, listStray, queuePush }),
    refreshEsim: createRefreshEsim({ ...modules, noticeUsage, considerTopUp }),
    watchUsage: createWatchUsage({ ...modules, sweepSeconds: config.worker.sweepSeconds }),
    replacing: createReplacing({
      ...modules,
      lookAtProfile,
      withoutOperatorMaxCents: config.fulfilment.maxReplacementLossCents,
    }),
    replaceEsim: createReplaceEsim(modules),
    lookForBuyer: createLookForBuyer({ ...modules, lookAtProfile }),
    probeWholesaler: createProbeWholesaler(modules),
    receiveHint: createReceiveHint(modules),
    lookAgain: createLookAgain(modules),
    nameEsim: createNameEsim(modules),
    resendEsim: createResendEsim(modules),
    sendPush: createSendPush({ ...modules, publicUrl: config.publicUrl }),
    sendMail: createSendMail({
      ...modules,
      publicUrl: config.publicUrl,
      supportEmail: config.merchant.email ?? null,
      linkDays: config.orderAccess.linkDays,
      refundWindowDays: config.refunds.windowDays,
      support: config.support,
      isRehearsal: modeFacts(config.mode).isRehearsal,
    }),
    sweeps: createSweeps({ ...modules, listStray, sweepSeconds: config.worker.sweepSeconds }),
    reconcile: createReconcile({
      ...modules,
      ...config.reconciliation,
      currency: config.currencies[0],
      ledgers: modules.paymentProviders.all(),
      repair: createRepairDifference({ ...modules, listStray }),
    }),
  };
}
