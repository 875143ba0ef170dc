import { type ComponentProps, useRef, useState } from 'react';
import { suggestedEmail } from '../../shared/email-suggestion.ts';
import { Field } from '../../ui/field.tsx';
import { useTranslation } from '../translation.tsx';
import { useAfterClick } from '../use-form.ts';

/**
 * The field of an e-mail address. Left with a common slip (`name@gmial.com`), it offers the address that was probably
 * meant; one tap accepts it. For controlled and for uncontrolled inputs.
 */
export function EmailField({ onBlur, onChange, ...field }: Omit<ComponentProps<typeof Field>, 'type' | 'below'>) {
  const { t } = useTranslation();
  const [suggestion, setSuggestion] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const afterClick = useAfterClick();
  return (
    <Field
      autoComplete="email"
      {...field}
      ref={input}
      type="email"
      inputMode="email"
      onBlur={(event) => {
        onBlur?.(event);
        const { value, readOnly } = event.target;
        // It moves the content below it, so it must wait for a click in progress.
        if (!readOnly) afterClick(() => setSuggestion(suggestedEmail(value)));
      }}
      onChange={(event) => {
        onChange?.(event);
        setSuggestion((shown) => shown && suggestedEmail(event.target.value));
      }}
      below={
        // Empty but present, so that a screen reader announces its content.
        <div role="status">
          {suggestion !== undefined && (
            <button
              type="button"
              className="field__suggestion"
              onClick={() => {
                if (input.current !== null) type(input.current, suggestion);
                setSuggestion(undefined);
              }}
            >
              {t('errors.fields.emailSuggestion', { email: suggestion })}
            </button>
          )}
        </div>
      }
    />
  );
}

/** Sets the value as typing does: React hears of it, and the focus is in the field. */
function type(input: HTMLInputElement, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
  set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.focus();
}
