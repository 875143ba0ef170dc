import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { type Caller, downloadAs } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import { ProblemAlert } from '../../components/auth/problem-alert.tsx';
import { Section } from './section.tsx';
import { useAction } from './use-action.ts';

/** A download of all data of the account. */
export function DataSection({ caller }: { caller: Caller }) {
  const { t } = useTranslation();
  const toast = useToast();
  const { busy, problem, run } = useAction();

  async function save() {
    if (await run(() => downloadAs(caller, paths.api.accountExport(), t('settings.data.fileName'))))
      toast(t('settings.data.saved'));
  }

  return (
    <Section
      name="data"
      text={t('settings.data.text')}
      action={
        <Button variant="secondary" icon={<DownloadIcon size={16} />} loading={busy} onClick={() => void save()}>
          {t('settings.data.download')}
        </Button>
      }
    >
      {problem !== undefined && <ProblemAlert problem={problem} />}
    </Section>
  );
}
