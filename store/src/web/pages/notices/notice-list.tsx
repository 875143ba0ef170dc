import type { NoticeChannel, NoticeChoice, NoticeTopic, TopicChoice } from '../../../shared/notices.ts';
import { Switch } from '../../../ui/switch.tsx';
import { useTranslation } from '../../translation.tsx';

/** What carries a code, money or an answer always comes by mail. */
type Kind = NoticeTopic | 'receipts' | 'answers';

const GROUPS = [
  { name: 'esim', kinds: ['esim-ready', 'data-low', 'plan-ends', 'install'] },
  { name: 'money', kinds: ['receipts'] },
  { name: 'us', kinds: ['answers'] },
] as const satisfies { name: string; kinds: Kind[] }[];

type Props = {
  /** Undefined while they load. */
  choices: TopicChoice[] | undefined;
  onChoose: (choice: NoticeChoice) => void;
};

/** All kinds of notices, with a switch for each channel. */
export function NoticeList({ choices, onChoose }: Props) {
  const { t } = useTranslation();
  return GROUPS.map(({ name, kinds }) => (
    <section key={name} className="stack gap-2">
      <h2 className="notice-list__group">{t(`notices.groups.${name}`)}</h2>
      <div className="card notice-list">
        <div className="notice-list__head" aria-hidden="true">
          <span>{t('notices.mail')}</span>
          <span>{t('notices.push')}</span>
        </div>
        {kinds.map((kind) => (
          <div key={kind} className="notice-list__row">
            <div>
              <b>{t(`notices.kinds.${kind}.name`)}</b>
              <small>{t(`notices.kinds.${kind}.text`)}</small>
            </div>
            <Cell kind={kind} channel="mail" choices={choices} onChoose={onChoose} />
            <Cell kind={kind} channel="push" choices={choices} onChoose={onChoose} />
          </div>
        ))}
      </div>
    </section>
  ));
}

/** A switch; or a word where there is no choice. */
function Cell({ kind, channel, choices, onChoose }: Props & { kind: Kind; channel: NoticeChannel }) {
  const { t } = useTranslation();
  const isAlways = channel === 'mail' && kind === 'esim-ready';
  if (isAlways || kind === 'receipts' || kind === 'answers')
    return <span className="notice-list__word">{t(channel === 'mail' ? 'notices.always' : 'notices.never')}</span>;
  const row = choices?.find(({ topic }) => topic === kind);
  return (
    <Switch
      label={t(channel === 'mail' ? 'notices.byMail' : 'notices.byPush', { kind: t(`notices.kinds.${kind}.name`) })}
      on={row?.[channel] ?? true}
      disabled={row === undefined}
      onChange={(on) => onChoose({ topic: kind, channel, on })}
    />
  );
}
