import { type RefObject, useEffect, useRef, useState } from 'react';
import type { SessionState } from '../../session/session.ts';
import { keepDraft, readDraft } from '../../components/checkout/draft.ts';

type FormValues = {
  form: RefObject<HTMLFormElement | null>;
  email: string;
  setEmail: (email: string) => void;
  device: boolean;
  setDevice: (device: boolean) => void;
};

/**
 * Address and confirmation. The buyer's input has priority, including input from before hydration and what this tab has
 * stored. The signed-in user's address only fills an empty field, once per person, and is not stored.
 */
export function useFormValues(session: SessionState): FormValues {
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [device, setDevice] = useState(false);

  useEffect(() => {
    const draft = readDraft();
    setEmail(input(form.current, 'email')?.value || draft.email);
    setDevice(input(form.current, 'device')?.checked === true || draft.device);
  }, []);

  const ownEmail = session.status === 'signed-in' ? session.user.email : null;
  useEffect(() => {
    if (ownEmail === null) return;
    setEmail((typed) => typed || ownEmail);
  }, [ownEmail]);

  return {
    form,
    email,
    setEmail(typed) {
      setEmail(typed);
      keepDraft({ email: typed });
    },
    device,
    setDevice(checked) {
      setDevice(checked);
      keepDraft({ device: checked });
    },
  };
}

function input(form: HTMLFormElement | null, name: string): HTMLInputElement | undefined {
  const element = form?.elements.namedItem(name);
  return element instanceof HTMLInputElement ? element : undefined;
}
