import type { Desk } from '../flows/desk/desk.ts';
import type { AuditEntry, Facts } from '../modules/audit/audit.ts';
import { time } from './format.ts';

/** The commands that read the audit log. */
export const createAuditCommands = ({ orders, lastActions }: Pick<Desk, 'orders' | 'lastActions'>) => ({
  /** What operators did to an order (by its number or id) or to another thing (by its id), oldest first. */
  async actionsOn(idOrNumber: string): Promise<string[]> {
    const shown = await orders.find(idOrNumber);
    return listed(await orders.actionsOn(shown?.order.id ?? idOrNumber));
  },

  /** What operators did last, newest first. */
  lastActions: async (): Promise<string[]> => listed(await lastActions()),
});

const listed = (entries: readonly AuditEntry[]) => [`actions: ${entries.length}`, ...entries.map(entryLine)];

const entryLine = ({ at, action, subjectKind, subjectId, actor, actorKind, reason, before, after }: AuditEntry) =>
  [
    `  ${time(at)}`,
    action,
    `${subjectKind} ${subjectId ?? '-'}`,
    `by ${actor} (${actorKind})`,
    factsOf(before, after),
    ...(reason === null ? [] : [`because ${reason}`]),
  ]
    .filter((part) => part !== '')
    .join('  ');

/** `status fulfilled > refunded  refund 019a…`. */
const factsOf = (before: Facts, after: Facts) =>
  Object.entries({ ...before, ...after })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const earlier = before[name];
      const isChanged = name in after && earlier !== undefined && earlier !== null && earlier !== value;
      return isChanged ? `${name} ${earlier} > ${value}` : `${name} ${value}`;
    })
    .join('  ');
