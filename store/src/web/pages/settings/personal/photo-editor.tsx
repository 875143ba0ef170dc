import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { ErrorIcon } from '../../../../ui/icons.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { apiErrorCode, type Caller, callApi, uploadAs } from '../../../api.ts';
import { useAccountActions } from '../../../session/account-actions.ts';
import type { SessionUser } from '../../../session/session.ts';
import { useTranslation } from '../../../translation.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { Avatar } from '../../../components/account/avatar.tsx';
import { drawPhoto, PHOTO, photoError, type PhotoErrorKind } from './photo.ts';
import { useAction } from '../use-action.ts';

/** The server's errors for an unusable photo. */
const REFUSALS: Record<string, PhotoErrorKind> = { 'payload-too-large': 'size', 'invalid-input': 'unreadable' };

/** Twice the displayed size, for high-density screens. */
const PREVIEW_PX = 128;

/** The photo of the account: choose, preview, upload; or remove. */
export function PhotoEditor({ user, caller }: { user: SessionUser; caller: Caller }) {
  const { t } = useTranslation();
  const photo = usePhoto(caller);
  const { problem, file, fault } = photo;
  const hintId = useId();
  return (
    <div className="stack gap-3">
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <div className="photo-row">
        {file === undefined ? <Avatar user={user} /> : <Preview file={file} onUnreadable={photo.refuse} />}
        <div className="stack gap-2">
          <div className="row flex-wrap">
            {file === undefined ? (
              <ChooseButtons photo={photo} hasPhoto={user.photoURL !== null} hintId={hintId} />
            ) : (
              <UseButtons photo={photo} file={file} />
            )}
          </div>
          <p className="hint" id={hintId}>
            {t('settings.personal.photo.hint')}
          </p>
          <div role="status">
            {fault !== undefined && (
              <p className="error">
                <ErrorIcon size={16} />
                {t(`settings.personal.photo.${fault}`)}
              </p>
            )}
          </div>
        </div>
      </div>
    </div>
  );
}

/** The chosen file or what is wrong with it, and the changes to the account's photo. */
function usePhoto(caller: Caller) {
  const { t } = useTranslation();
  const toast = useToast();
  const { reload } = useAccountActions();
  const { busy, problem, run, clear } = useAction();
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<PhotoErrorKind>();

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = event.target.files?.[0];
    event.target.value = ''; // so that the same file can be selected again
    if (chosen === undefined) return;
    clear();
    const wrong = photoError(chosen);
    setFault(wrong);
    setFile(wrong === undefined ? chosen : undefined);
  }

  async function upload(photo: File) {
    let refused: PhotoErrorKind | undefined;
    const done = await run(async () => {
      try {
        await uploadAs(caller, paths.api.accountPhoto(), photo);
      } catch (error) {
        refused = REFUSALS[apiErrorCode(error)];
        if (refused === undefined) throw error;
        return;
      }
      await reload();
    });
    if (!done) return;
    setFile(undefined);
    setFault(refused);
    if (refused === undefined) toast(t('settings.personal.photo.saved'));
  }

  async function remove() {
    const done = await run(async () => {
      await callApi('delete /account/photo', { caller });
      await reload();
    });
    if (done) toast(t('settings.personal.photo.removed'));
  }

  function refuse() {
    setFile(undefined);
    setFault('unreadable');
  }

  return { busy, problem, file, fault, choose, refuse, upload, remove, cancel: () => setFile(undefined) };
}

type Photo = ReturnType<typeof usePhoto>;

function ChooseButtons({
  photo: { busy, choose, remove },
  hasPhoto,
  hintId,
}: {
  photo: Photo;
  hasPhoto: boolean;
  hintId: string;
}) {
  const { t } = useTranslation();
  const inputId = useId();
  return (
    <>
      <label className="btn btn--secondary photo-choose" htmlFor={inputId}>
        {t(hasPhoto ? 'settings.personal.photo.change' : 'settings.personal.photo.add')}
      </label>
      <input
        id={inputId}
        className="sr"
        type="file"
        accept={PHOTO.types.join(',')}
        disabled={busy}
        aria-describedby={hintId}
        onChange={choose}
      />
      {hasPhoto && (
        <Button variant="ghost" loading={busy} onClick={() => void remove()}>
          {t('settings.personal.photo.remove')}
        </Button>
      )}
    </>
  );
}

function UseButtons({ photo: { busy, upload, cancel }, file }: { photo: Photo; file: File }) {
  const { t } = useTranslation();
  return (
    <>
      <Button autoFocus loading={busy} onClick={() => void upload(file)}>
        {t('settings.personal.photo.use')}
      </Button>
      <Button variant="ghost" disabled={busy} onClick={cancel}>
        {t('settings.cancel')}
      </Button>
    </>
  );
}

/** A preview of the photo. Drawn on a canvas, because the CSP allows only pictures from our server. */
function Preview({ file, onUnreadable }: { file: File; onUnreadable: () => void }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const unreadable = useRef(onUnreadable);
  useEffect(() => {
    unreadable.current = onUnreadable;
  });
  useEffect(() => {
    if (canvas.current !== null) drawPhoto(file, canvas.current).catch(() => unreadable.current());
  }, [file]);
  return (
    <canvas
      ref={canvas}
      className="avatar photo-preview"
      width={PREVIEW_PX}
      height={PREVIEW_PX}
      role="img"
      aria-label={t('settings.personal.photo.preview')}
    />
  );
}
