import { createNoticeChoices } from '../flows/noticing/choices.ts';
import { createNoticeUsage } from '../flows/noticing/notice-usage.ts';
import { createSendNotices } from '../flows/noticing/send-notices.ts';
import { createQueuePush } from '../flows/noticing/queue-push.ts';
import { createChangeTravel } from '../flows/noticing/travel-date.ts';
import type { Modules } from './modules.ts';

/** Flows of notices: by mail and push, travellers’ preferences, and the travel date. */
export function createNoticingFlows(modules: Modules) {
  const queuePush = createQueuePush(modules);
  const ports = { ...modules, queuePush };
  return {
    queuePush,
    noticeUsage: createNoticeUsage(ports),
    sendNotices: createSendNotices(ports),
    noticeChoices: createNoticeChoices(modules),
    changeTravel: createChangeTravel(modules),
  };
}
