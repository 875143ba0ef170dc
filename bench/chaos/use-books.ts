import type { NoticeKind } from '#src/shared/notices.ts';
import type { ChaosWorld } from './world.ts';

/** An issued eSIM in our books. */
export type EsimRow = {
  id: string;
  /** The wholesaler and its order that was issued. */
  issued_as: string;
  order_id: string;
  /** Of its line, from 0. */
  line_position: number;
  order_status: string;
  line_status: string;
  email: string;
  /** When its plan ends, in milliseconds since 1970; null: it has not begun. */
  ends_ms: number | null;
  /** What was bought. */
  data_mb: number;
  is_ended: boolean;
  /** Its wholesaler reports what the store does not believe. */
  is_doubted: boolean;
};

export type NoticeRow = {
  esim_id: string;
  position: number;
  kind: NoticeKind;
  told: boolean;
  mailed: boolean;
  id: string;
};

/** A mail about a notice: its Message-ID begins with its id. */
export type NoticeMailRow = { id: string; notice_id: string; sent: boolean };

type Books = Pick<ChaosWorld, 'query'>;

/** Every issued eSIM, oldest first. */
export const issuedEsims = ({ query }: Books): Promise<EsimRow[]> =>
  query(`
    select e.id, w.wholesaler || ' ' || w.vendor_order_id as issued_as, o.id as order_id,
           l.position as line_position, o.status as order_status, l.status as line_status, o.email, (extract(epoch from p.expires_at) * 1000)::float8 as ends_ms, p.data_mb,
           (e.ended_at is not null or e.profile_state = 'deleted') as is_ended,
           e.doubted_since is not null as is_doubted
    from esims e join order_lines l on l.id = e.line_id join orders o on o.id = l.order_id
    join wholesale_orders w on w.line_id = l.id join esim_plans p on p.esim_id = e.id and p.position = 0
    order by e.issued_at, e.id`);

export const allNotices = ({ query }: Books): Promise<NoticeRow[]> =>
  query('select id, esim_id, position, kind, told, mailed from notices');

export const noticeMails = ({ query }: Books): Promise<NoticeMailRow[]> =>
  query(`select id, detail ->> 'noticeId' as notice_id, sent_at is not null as sent from mails where kind = 'notice'`);

/**
 * Time is short in a run: these eSIMs are due for a background read now, and not in an hour. What looks for notices
 * runs twice, because two processes take its jobs.
 */
export async function hurry({ query }: Books, esimIds: readonly string[]): Promise<void> {
  await query('update esims set watch_at = now() where id = any($1) and watch_at > now()', [[...esimIds]]);
  await query(`select graphile_worker.add_job('watch-usage', '{}'::json, job_key => 'watch-usage')`);
  await query(`select graphile_worker.add_job('send-notices', '{}'::json) from generate_series(1, 2)`);
}
