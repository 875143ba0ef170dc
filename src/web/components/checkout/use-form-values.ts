import { type RefObject, useEffect, useRef, useState } from 'react';
import type { SessionState } from '../../session/session.ts';

type FormValues = {
  form: RefObject<HTMLFormElement | null>;
  email: string;
  setEmail: (email: string) => void;
  device: boolean;
  setDevice: (device: boolean) => void;
};

/**
 * Address and confirmation. What the buyer typed always stands: also what was typed (or filled in by the browser) before
 * the page's script ran. The address of whoever is signed in only fills an empty field, once per person.
 */
export function useFormValues(session: SessionState): FormValues {
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [device, setDevice] = useState(false);

  useEffect(() => {
    const typed = input(form.current, 'email')?.value ?? '';
    if (typed !== '') setEmail(typed);
    if (input(form.current, 'device')?.checked === true) setDevice(true);
  }, []);

  const ownEmail = session.status === 'signed-in' ? session.user.email : null;
  useEffect(() => {
    if (ownEmail === null) return;
    const typed = input(form.current, 'email')?.value ?? '';
    if (typed === '') setEmail(ownEmail);
  }, [ownEmail]);

  return { form, email, setEmail, device, setDevice };
}

function input(form: HTMLFormElement | null, name: string): HTMLInputElement | undefined {
  const element = form?.elements.namedItem(name);
  return element instanceof HTMLInputElement ? element : undefined;
}
