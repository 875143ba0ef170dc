import { createMailReader } from '../adapters/mail-reader.ts';
import { createAddTicketMessage } from '../flows/support/add-ticket-message.ts';
import { createOpenTicket } from '../flows/support/open-ticket.ts';
import { createReceiveMail } from '../flows/support/receive-mail.ts';
import { supportOf } from '../shared/support.ts';
import type { Modules } from './modules.ts';

/** Tickets: from the contact form and from mails. */
export function createSupportFlows(modules: Modules) {
  const { support, merchant } = modules.config;
  const ports = { ...modules, merchantMail: support.mail };
  return {
    openTicket: createOpenTicket({ ...ports, languages: supportOf(merchant).languages }),
    /** Undefined: the store receives no mail. */
    receiveMail:
      support.inbound &&
      createReceiveMail({
        ...ports,
        addMessage: createAddTicketMessage(ports),
        readMail: createMailReader(),
        domain: support.inbound.domain,
      }),
  };
}
