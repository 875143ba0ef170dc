import { type FormEvent, useState } from 'react';
import type { PasskeyView } from '../../../http/api/account-views.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FingerprintIcon } from '../../../ui/icons.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { type Caller, callApi } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { usePasskeyActions } from '../../session/passkey-actions.ts';
import { supportsPasskeys } from '../../session/passkey-support.ts';
import { useTranslation } from '../../translation.tsx';
import { ProblemAlert } from '../../components/auth/problem-alert.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Section } from './section.tsx';
import type { AccountDetails } from './use-account.ts';
import { useAction } from './use-action.ts';

const MAX_NAME = 60;

type Asked = { passkey: PasskeyView; what: 'rename' | 'remove' };

type Props = { passkeys: AccountDetails['passkeys']; caller: Caller; onChanged: () => void };

/** Passkeys of the account: add on this device, rename, remove. */
export function PasskeysSection({ passkeys, caller, onChanged }: Props) {
  const { t } = useTranslation();
  const changes = usePasskeyChanges(caller, onChanged);
  const { busy, problem, asked, ask, close, add, remove } = changes;
  const nameOf = useNameOf();
  return (
    <Section
      name="passkeys"
      text={t('settings.passkeys.text')}
      action={
        supportsPasskeys() && (
          <Button
            variant="secondary"
            icon={<FingerprintIcon size={18} />}
            loading={busy && asked === undefined}
            onClick={() => void add()}
          >
            {t('settings.passkeys.add')}
          </Button>
        )
      }
    >
      {problem !== undefined && asked === undefined && <ProblemAlert problem={problem} />}
      {passkeys.length === 0 ? (
        <p className="muted">{t(supportsPasskeys() ? 'settings.passkeys.none' : 'settings.passkeys.unsupported')}</p>
      ) : (
        <ul className="settings-list">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} name={nameOf(passkey)} disabled={busy} onAsk={ask} />
          ))}
        </ul>
      )}
      <RenameDialog changes={changes} />
      <ConfirmDialog
        open={asked?.what === 'remove'}
        title={t('settings.passkeys.ask', { name: asked === undefined ? '' : nameOf(asked.passkey) })}
        confirm={t('settings.passkeys.removeNow')}
        danger
        busy={busy}
        problem={problem}
        onConfirm={() => asked !== undefined && void remove(asked.passkey)}
        onClose={() => close()}
      >
        <p>{t('settings.passkeys.askText')}</p>
      </ConfirmDialog>
    </Section>
  );
}

/** The changes to the passkeys, and the one that a dialog is open for. */
function usePasskeyChanges(caller: Caller, onChanged: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const { create } = usePasskeyActions();
  const { busy, problem, run, clear } = useAction();
  const [asked, setAsked] = useState<Asked>();

  async function change(work: () => Promise<void>, done: string) {
    if (!(await run(work))) return;
    setAsked(undefined);
    toast(done);
    onChanged();
  }

  const add = () => change(() => create(caller), t('auth.passkey.created'));
  const remove = ({ id }: PasskeyView) =>
    change(
      () => callApi('delete /passkeys/{passkeyId}', { params: { passkeyId: id }, caller }),
      t('settings.passkeys.removed'),
    );
  const rename = ({ id }: PasskeyView, name: string) =>
    change(async () => {
      await callApi('put /passkeys/{passkeyId}', { params: { passkeyId: id }, body: { name }, caller });
    }, t('settings.passkeys.renamed'));

  function ask(next: Asked) {
    clear();
    setAsked(next);
  }

  return { busy, problem, asked, ask, close: () => setAsked(undefined), add, remove, rename };
}

function useNameOf() {
  const { t } = useTranslation();
  return (passkey: PasskeyView) => passkey.name || t('settings.passkeys.unnamed');
}

function RenameDialog({
  changes: { busy, problem, asked, close, rename },
}: {
  changes: ReturnType<typeof usePasskeyChanges>;
}) {
  const { t } = useTranslation();
  const nameOf = useNameOf();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (asked !== undefined && name !== '') void rename(asked.passkey, name);
  }

  return (
    <Dialog
      open={asked?.what === 'rename'}
      onClose={close}
      title={t('settings.passkeys.rename')}
      closeLabel={t('settings.close')}
    >
      <form className="stack gap-5" method="post" onSubmit={submit}>
        {problem !== undefined && <ProblemAlert problem={problem} />}
        <Field
          label={t('settings.passkeys.name')}
          name="name"
          defaultValue={asked && nameOf(asked.passkey)}
          maxLength={MAX_NAME}
          autoComplete="off"
          required
          readOnly={busy}
        />
        <div className="row flex-wrap justify-end">
          <Button variant="secondary" disabled={busy} onClick={close}>
            {t('settings.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('settings.passkeys.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Row({
  passkey,
  name,
  disabled,
  onAsk,
}: {
  passkey: PasskeyView;
  name: string;
  disabled: boolean;
  onAsk: (asked: Asked) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { createdAt, lastUsedAt, synced } = passkey;
  return (
    <li className="flex-wrap">
      <div className="min-w-0 flex-1 basis-56">
        <b className="break-words">{name}</b>
        <p className="muted small">
          {t('settings.passkeys.since', { date: format.date(createdAt) })}
          {lastUsedAt !== null && ` · ${t('settings.passkeys.lastUsed', { date: format.date(lastUsedAt) })}`}
        </p>
        {synced && <p className="muted small">{t('settings.passkeys.synced')}</p>}
      </div>
      <div className="row gap-2">
        <Button
          variant="ghost"
          disabled={disabled}
          aria-label={t('settings.passkeys.renameName', { name })}
          onClick={() => onAsk({ passkey, what: 'rename' })}
        >
          {t('settings.passkeys.renameShort')}
        </Button>
        <Button
          variant="secondary"
          disabled={disabled}
          aria-label={t('settings.passkeys.removeName', { name })}
          onClick={() => onAsk({ passkey, what: 'remove' })}
        >
          {t('settings.passkeys.remove')}
        </Button>
      </div>
    </li>
  );
}
