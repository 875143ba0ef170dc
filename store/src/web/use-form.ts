import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { FieldRule } from '../shared/forms/fields.ts';
import { type FieldErrors, fieldErrors, type FieldName, type FormSchema } from '../shared/forms/forms.ts';
import { useTranslation } from './translation.tsx';

type Sentences<Schema extends FormSchema> = Partial<Record<FieldName<Schema>, string>>;
type Options<Schema extends FormSchema> = {
  /** The text for a violated rule of a field; undefined for the usual one. */
  words?: (field: FieldName<Schema>, rule: FieldRule) => string | undefined;
  /** The server's errors of a form that was sent without script. */
  initial?: FieldErrors<Schema>;
};

/**
 * The behaviour of all forms: an error appears below its field when the field is left, and disappears when it is
 * corrected. Submitting a form with errors shows them all and focuses the first. A field that was left empty, as it
 * was, has no error before that. The server uses the same schema. Spread `watch` on the form, and call `check` on
 * submit.
 */
export function useForm<Schema extends FormSchema>(schema: Schema, { words, initial = {} }: Options<Schema> = {}) {
  const usual = useUsualWords();
  // Rules, not sentences: the errors on the page change with its language.
  const [broken, setBroken] = useState<FieldErrors<Schema>>(initial);
  const touched = useRef(new Set<string>());
  const afterClick = useAfterClick();
  const names = Object.keys(schema.shape) as FieldName<Schema>[];

  // A validation that waits for a click uses the schema of that later moment.
  const latest = useRef(schema);
  useEffect(() => {
    latest.current = schema;
  });

  /** Validates some fields again; the errors of the others stay. */
  function update(form: HTMLFormElement, which: (name: FieldName<Schema>) => boolean) {
    const found = fieldErrors(latest.current, valuesOf(form, names));
    setBroken((before) => {
      const next: FieldErrors<Schema> = {};
      for (const name of names) {
        const rule = which(name) ? found[name] : before[name];
        if (rule !== undefined) next[name] = rule;
      }
      return next;
    });
  }

  const errors: Sentences<Schema> = {};
  for (const name of names) {
    const rule = broken[name];
    if (rule !== undefined) errors[name] = words?.(name, rule) ?? usual(name, rule);
  }

  return {
    errors,
    watch: {
      onChange({ target, currentTarget }: FormEvent<HTMLFormElement>) {
        if (isControl(target)) touched.current.add(target.name);
        // Every field with an error, because one may depend on another.
        update(currentTarget, (name) => broken[name] !== undefined);
      },
      onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
        const { name } = target as HTMLElement as HTMLInputElement;
        if (!touched.current.has(name)) return;
        // A new message moves the content below it, so it must wait for a click in progress.
        afterClick(() => update(currentTarget, (each) => each === name));
      },
    },
    /**
     * The form's values when every field is valid; otherwise shows the errors, focuses the first, and returns
     * undefined.
     */
    check(form: HTMLFormElement): z.output<Schema> | undefined {
      update(form, () => true);
      const parsed = z.safeParse(schema, valuesOf(form, names));
      if (parsed.success) return parsed.data;
      const first = names.find((name) => parsed.error.issues.some(({ path }) => path[0] === name));
      if (first !== undefined) (form.elements.namedItem(first) as Control).focus();
      return undefined;
    },
    /**
     * Shows an error that only the server can find. It disappears with the next change if the schema accepts the field.
     */
    say: (name: FieldName<Schema>, rule: FieldRule) => setBroken((before) => ({ ...before, [name]: rule })),
    clear() {
      touched.current.clear();
      setBroken({});
    },
  };
}

/** Error texts of the most common fields. */
function useUsualWords() {
  const { t } = useTranslation();
  return (field: string, rule: FieldRule): string => {
    if (field === 'password') return t('errors.fields.passwordMissing');
    if (field === 'confirmation') return t('auth.mismatch');
    return t(rule === 'required' ? 'errors.fields.emailMissing' : 'errors.fields.emailInvalid');
  };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

/**
 * The values of a form's controls, including those that are disabled during submission; undefined for a missing
 * control.
 */
function valuesOf(form: HTMLFormElement, names: readonly string[]): Record<string, string | undefined> {
  const value = (name: string) => {
    const input = form.elements.namedItem(name);
    return isControl(input) ? valueOf(input) : undefined;
  };
  return Object.fromEntries(names.map((name) => [name, value(name)]));
}

function valueOf(input: Control): string {
  if (!(input instanceof HTMLInputElement) || input.type !== 'checkbox') return input.value;
  return input.checked ? 'on' : '';
}

/** Runs work at once, or after a click in progress. */
export function useAfterClick(): (work: () => void) => void {
  const pressed = useRef(false);
  useEffect(() => {
    const press = () => void (pressed.current = true);
    const release = () => void (pressed.current = false);
    window.addEventListener('pointerdown', press, true);
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      window.removeEventListener('pointerdown', press, true);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, []);
  return (work) => {
    if (!pressed.current) return work();
    const later = () => {
      window.removeEventListener('pointerup', later);
      window.removeEventListener('pointercancel', later);
      // The click event follows the release.
      setTimeout(work);
    };
    window.addEventListener('pointerup', later);
    window.addEventListener('pointercancel', later);
  };
}
