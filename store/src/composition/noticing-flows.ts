import { createNoticeChoices } from '../flows/noticing/choices.ts';
import { createNoticeUsage } from '../flows/noticing/notice-usage.ts';
import { createSendNotices } from '../flows/noticing/send-notices.ts';
import type { QueuePush } from '../flows/noticing/tell.ts';
import { createChangeTravel } from '../flows/noticing/travel-date.ts';
import type { Modules } from './modules.ts';

/** What travellers are told about their eSIMs, and what they choose about it. */
export function createNoticingFlows(modules: Modules, { queuePush }: { queuePush?: QueuePush } = {}) {
  const ports = { ...modules, queuePush };
  return {
    noticeUsage: createNoticeUsage(ports),
    sendNotices: createSendNotices(ports),
    noticeChoices: createNoticeChoices(modules),
    changeTravel: createChangeTravel(modules),
  };
}
