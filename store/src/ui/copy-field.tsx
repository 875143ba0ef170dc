import { useEffect, useState } from 'react';
import { IconButton } from './button.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { useToast } from './toast.tsx';

const DONE_MS = 2000;

/** A value with a copy button. */
export function CopyField({
  label,
  value,
  copyLabel,
  copiedText,
}: {
  label: string;
  value: string;
  copyLabel: string;
  copiedText: string;
}) {
  return (
    <div className="copy">
      <div>
        <small>{label}</small>
        <code>{value}</code>
      </div>
      <CopyButton value={value} label={copyLabel} copiedText={copiedText} />
    </div>
  );
}

/**
 * The button alone, beside a value that is shown in another way. It shows a check for two seconds; a polite toast says
 * `copiedText`.
 */
export function CopyButton({ value, label, copiedText }: { value: string; label: string; copiedText: string }) {
  const toast = useToast();
  const [done, setDone] = useState(false);

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), DONE_MS);
    return () => clearTimeout(timer);
  }, [done]);

  async function copy() {
    await navigator.clipboard.writeText(value);
    setDone(true);
    toast(copiedText);
  }

  return (
    <IconButton label={label} onClick={() => void copy()}>
      {done ? <CheckIcon /> : <CopyIcon />}
    </IconButton>
  );
}
