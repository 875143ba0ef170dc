import { useEffect, useId, useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { isSharedDevice, setSharedDevice } from '../../session/shared-device.ts';
import { useTranslation } from '../../translation.tsx';

/** "Not my device": the following sign-in, by any method, ends with this tab. */
export function SharedDevice({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const hintId = useId();
  const [shared, setShared] = useState(false);
  useEffect(() => setShared(isSharedDevice()), []);
  return (
    <div className="shared-device">
      <Checkbox
        label={t('auth.sharedDevice.label')}
        aria-describedby={hintId}
        checked={shared}
        disabled={disabled}
        onChange={({ target }) => {
          setShared(target.checked);
          setSharedDevice(target.checked);
        }}
      />
      <p className="hint" id={hintId}>
        {t('auth.sharedDevice.hint')}
      </p>
    </div>
  );
}
