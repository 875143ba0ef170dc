import { createMailReader } from '../adapters/mail-reader.ts';
import { createAddTicketMessage } from '../flows/support/add-ticket-message.ts';
import { createConnection } from '../flows/showing/connection.ts';
import { createOpenTicket } from '../flows/support/open-ticket.ts';
import { createReportConnection } from '../flows/support/report-connection.ts';
import { createReceiveMail } from '../flows/support/receive-mail.ts';
import { describeRequest } from '../i18n/describe-diagnosis.ts';
import { formatCountry } from '../i18n/format.ts';
import { supportOf } from '../shared/support.ts';
import type { createBuyingFlows } from './buying-flows.ts';
import type { Modules } from './modules.ts';

/** Help for travellers: the search for a connection; tickets from it, from the contact form and from mails. */
export function createSupportFlows(
  modules: Modules,
  { countryNames }: Pick<ReturnType<typeof createBuyingFlows>, 'countryNames'>,
) {
  const { support, merchant } = modules.config;
  const ports = { ...modules, merchantMail: support.mail };
  const { languages } = supportOf(merchant);
  return {
    openTicket: createOpenTicket({ ...ports, languages }),
    connection: createConnection({ ...modules, countryNames, countryName: formatCountry }),
    reportConnection: createReportConnection({ ...ports, languages, requestText: describeRequest }),
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
