import type { Mail, WithdrawalWhat } from '../../modules/notifications/notifications.ts';
import type { RenderedMail } from '../../modules/notifications/templates/layout.ts';
import {
  withdrawalAnsweredMail,
  withdrawalOutcomeMail,
  withdrawalReceivedMail,
  type WithdrawnLine,
} from '../../modules/notifications/templates/withdrawal.ts';
import type { Line, Order, Orders } from '../../modules/orders/orders.ts';
import type { Withdrawal, WithdrawalBook, WithdrawalTokens } from '../../modules/rights/withdrawals/withdrawals.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { PROOF_DAYS } from '../../shared/withdrawal.ts';
import { boughtFor } from '../showing/bought-for.ts';
import { isLinked } from '../withdrawing/prove.ts';
import type { MailCatalogue } from './order-mails.ts';

type Ports = {
  publicUrl: string;
  orders: Pick<Orders, 'find'>;
  withdrawals: Pick<WithdrawalBook, 'find' | 'isProvable'>;
  withdrawalTokens: Pick<WithdrawalTokens, 'make'>;
  catalogue: MailCatalogue;
};

/** RFC 3834, 5: automatic responders do not answer these. The second header is for Exchange. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Renders the mails about withdrawals; null for one whose withdrawal is deleted, or that has nothing to say. */
export const createWithdrawalMails = (ports: Ports) => ({
  async withdrawal(mail: Mail): Promise<RenderedMail | null> {
    const row = await ports.withdrawals.find(mail.subjectId);
    if (!row) return null;
    const order = row.orderId === null ? null : await ports.orders.find(row.orderId);
    const rendered = await RENDER[mail.detail['what'] as WithdrawalWhat](ports, { row, order, mail });
    return rendered && { ...rendered, headers: AUTOMATIC };
  },
});

type About = { row: Withdrawal; order: Order | null; mail: Mail };

const RENDER: Record<WithdrawalWhat, (ports: Ports, about: About) => Promise<RenderedMail | null>> = {
  received: async (ports, { row, order, mail }) =>
    withdrawalReceivedMail(
      { ...row, lines: await chosenOf(ports, row, order), next: nextOf(ports, row, order) },
      mail.locale,
    ),
  outcome: async (ports, { row, order, mail }) =>
    order && row.outcome
      ? withdrawalOutcomeMail(
          {
            ...row,
            lines: await outcomesOf(ports, row, order),
            policyUrl: ports.publicUrl + addressIn(mail.locale, paths.refundPolicy()),
          },
          mail.locale,
        )
      : null,
  answered: async ({ publicUrl }, { row, mail: { locale } }) =>
    row.answer === null
      ? null
      : withdrawalAnsweredMail(
          { ...row, answer: row.answer, contactUrl: publicUrl + addressIn(locale, paths.contact()) },
          locale,
        ),
};

/** Only the mailbox of the order gets a link: every other address reads the same, whatever the order is. */
function nextOf({ publicUrl, withdrawals, withdrawalTokens }: Ports, row: Withdrawal, order: Order | null) {
  if (row.proof === 'owner') return { by: 'owner' } as const;
  if (!order || !isLinked(row, order) || !withdrawals.isProvable(row)) return { by: 'person' } as const;
  const url = publicUrl + paths.withdrawalLink(withdrawalTokens.make(row.id));
  return { by: 'link', url, days: PROOF_DAYS } as const;
}

async function chosenOf(ports: Ports, { lineIds }: Withdrawal, order: Order | null) {
  if (lineIds === null || order === null) return null;
  return Promise.all(order.lines.filter(({ id }) => lineIds.includes(id)).map((line) => itemOf(ports, line)));
}

const outcomesOf = (ports: Ports, { outcome }: Withdrawal, order: Order): Promise<WithdrawnLine[]> =>
  Promise.all(
    (outcome ?? []).flatMap(({ lineId, share }) => {
      const line = order.lines.find(({ id }) => id === lineId);
      return line ? outcomeOf(ports, line, share, order) : [];
    }),
  );

async function outcomeOf(
  ports: Ports,
  line: Line,
  share: NonNullable<Withdrawal['outcome']>[number]['share'],
  { currency }: Order,
): Promise<WithdrawnLine> {
  const item = await itemOf(ports, line);
  if (share.what === 'person') return { item, what: 'person' };
  if (share.what === 'nothing') return { item, what: 'nothing', why: share.why };
  const money = (amount: number) => ({ amount, currency });
  return { item, what: 'back', back: money(share.back), kept: money(share.kept) };
}

const itemOf = async ({ catalogue }: Ports, line: Line) => ({
  name: line.name,
  forPlace: (await boughtFor(catalogue, line))?.name ?? null,
  dataMb: line.dataMb,
  unlimited: line.unlimited,
  isTopUp: line.purpose === 'plan',
});
