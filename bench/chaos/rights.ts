import type { Purchase } from './buyer.ts';
import { hurryEnded, rightsFacts, underway } from './rights-books.ts';
import { askBack, forgiven } from './rights-buyer.ts';
import { createPages, linkOf } from './rights-pages.ts';
import type { RightsTally } from './rights-tally.ts';
import { type Declared, newTrace, type RightsTrace } from './rights-trace.ts';
import { compareRights } from './rights-verdict.ts';
import { startTurns, untilNothingHappens } from './turns.ts';
import { USE_SETTINGS } from './use.ts';
import type { ChaosWorld } from './world.ts';

export type Rights = {
  /** What buyers did, and were told. */
  trace: RightsTrace;
  /** Asks back what the buyer of a delivered order wishes, while people still buy. */
  askBack(purchase: Purchase, asking: { giveUp: AbortSignal; goesOn: () => boolean }): Promise<void>;
  /** Waits until every link was opened and every request is answered, or nothing more happens. */
  finish(): Promise<void>;
  stop(): Promise<void>;
};

/** Settings of a world in which buyers give back: all of its cards are one card, and all of its people one address. */
export const RIGHTS_SETTINGS = {
  ...USE_SETTINGS,
  REFUNDS_BY_ONESELF_IN_90_DAYS: '1000000',
  REFUNDS_BY_ONESELF_OF_A_CARD_IN_90_DAYS: '1000000',
  LIMIT_WITHDRAWALS_PER_ADDRESS: '1000000',
  LIMIT_WITHDRAWAL_MAILS_PER_EMAIL: '1000',
} as const;

/** Links that are opened in one turn: the usage of other eSIMs is read meanwhile. */
const LINKS_A_TURN = 3;
/** A mail may be late, or a restore has forgotten it. */
const MAILED_WITHIN_MS = 120_000;

type State = {
  world: ChaosWorld;
  purchases: readonly Purchase[];
  trace: RightsTrace;
  /** References of declarations whose links were opened, or never came. */
  opened: Set<string>;
  giveUp: AbortController;
};

/** Lets buyers give back until `stop` is called. */
export function startRights(world: ChaosWorld, purchases: readonly Purchase[]): Rights {
  const state: State = { world, purchases, trace: newTrace(), opened: new Set(), giveUp: new AbortController() };
  const turns = startTurns(world, () => turn(state));
  return {
    trace: state.trace,
    askBack: (purchase, asking) => askBack({ world, trace: state.trace, ...asking }, purchase),
    finish: () => untilNothingHappens(() => openOf(state)),
    async stop() {
      state.giveUp.abort(new Error('it is over'));
      await turns.stop();
    },
  };
}

const unopened = ({ trace, opened }: State) =>
  trace.declared.filter(({ by, reference }) => by === 'mail' && !opened.has(reference));

/** What is still to happen, in words; empty when nothing is. */
async function openOf(state: State): Promise<string> {
  const links = unopened(state).length;
  const moving = await underway(state.world);
  return links === 0 && moving === '' ? '' : `${links} ${moving}`;
}

async function turn(state: State): Promise<void> {
  await hurryEnded(state.world);
  let opened = 0;
  for (const declared of unopened(state)) {
    if (opened === LINKS_A_TURN) return;
    if (await openLink(state, declared)) opened += 1;
  }
}

/** Opens the link in the mail about a declaration and confirms it, as the owner of the mailbox. False: it is not there. */
async function openLink(state: State, declared: Declared): Promise<boolean> {
  const { world, purchases, opened, giveUp } = state;
  const path = await linkOf(world, declared);
  if (path === null) {
    if (Date.now() - declared.at > MAILED_WITHIN_MS) opened.add(declared.reference);
    return false;
  }
  opened.add(declared.reference);
  const buyer = purchases.find(({ orderId }) => orderId === declared.orderId);
  if (!buyer) return false;
  await forgiven({ world, giveUp: giveUp.signal }, buyer, async () => {
    const { status } = await createPages(world, giveUp.signal, 0)(path, { form: {} });
    if (status !== 200) throw new Error(`the link about declaration ${declared.reference} was answered ${status}`);
  });
  return true;
}

export async function judgeRights(world: ChaosWorld, { trace }: Pick<Rights, 'trace'>): Promise<RightsTally> {
  return compareRights({ gaps: world.gaps, trace, ...(await rightsFacts(world)) });
}
