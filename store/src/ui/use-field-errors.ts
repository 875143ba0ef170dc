import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';

/** What is wrong with a value, as a sentence; undefined when it is right. `value` of a checkbox is `on` or empty. */
type Rule = (value: string, form: HTMLFormElement) => string | undefined;

/**
 * The rule of all forms: what is wrong stands under its field as soon as the field is left, and goes as soon as it is
 * right; sending a form with faults shows them all and leads to the first. A field that was left as empty as it was found
 * is not complained about before that. Spread `watch` on the form, and ask `check` when it is sent. `rules` are by the
 * name of the input, in the order of the form; `initial` is what the server has said of a form that was sent without script.
 */
export function useFieldErrors<Name extends string>(
  rules: Record<Name, Rule>,
  initial: Partial<Record<Name, string>> = {},
) {
  const [errors, setErrors] = useState(initial);
  const touched = useRef(new Set<Name>());
  const afterClick = useAfterClick();
  const names = Object.keys(rules) as Name[];
  // A check that waits for a click goes by the rules of its own moment.
  const latest = useRef(rules);
  useEffect(() => {
    latest.current = rules;
  });

  function update(form: HTMLFormElement, which: (name: Name) => boolean) {
    setErrors((before) => {
      const next: Partial<Record<Name, string>> = {};
      for (const name of names) {
        const error = which(name) ? faultOf(form, name) : before[name];
        if (error !== undefined) next[name] = error;
      }
      return next;
    });
  }

  function faultOf(form: HTMLFormElement, name: Name): string | undefined {
    const input = form.elements.namedItem(name);
    return isControl(input) ? latest.current[name](valueOf(input), form) : undefined;
  }

  return {
    errors,
    watch: {
      onChange({ target, currentTarget }: FormEvent<HTMLFormElement>) {
        if (isControl(target)) touched.current.add(target.name as Name);
        // Every field that has an error: one may depend on another.
        update(currentTarget, (name) => errors[name] !== undefined);
      },
      onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
        const name = (target as HTMLElement as HTMLInputElement).name as Name;
        if (!touched.current.has(name)) return;
        // A message that appears moves what is below it: not while a click on that is under way.
        afterClick(() => update(currentTarget, (each) => each === name));
      },
    },
    /** True when every field is right; else shows what is not, and leads to the first. */
    check(form: HTMLFormElement): boolean {
      update(form, () => true);
      const first = names.find((name) => faultOf(form, name) !== undefined);
      if (first === undefined) return true;
      (form.elements.namedItem(first) as Control).focus();
      return false;
    },
    /** Says what only the server knew; gone with the next change, if the rule finds the field right. */
    say: (name: Name, error: string) => setErrors((before) => ({ ...before, [name]: error })),
    clear() {
      touched.current.clear();
      setErrors({});
    },
  };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement;

function valueOf(input: Control): string {
  if (!(input instanceof HTMLInputElement) || input.type !== 'checkbox') return input.value;
  return input.checked ? 'on' : '';
}

/** Runs work at once, or after the click that is under way. */
function useAfterClick(): (work: () => void) => void {
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
      // The click itself comes after the release.
      setTimeout(work);
    };
    window.addEventListener('pointerup', later);
    window.addEventListener('pointercancel', later);
  };
}
