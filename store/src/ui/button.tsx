import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'white' | 'outline-ink' | 'ink' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

export type ButtonLook = {
  /** Default `primary`: one per view. `white` and `outline-ink` are for blue and dark backgrounds. */
  variant?: ButtonVariant;
  /** 36 (dense desktop only), 44 or 52 pixels high. */
  size?: ButtonSize;
  /** As wide as its container. */
  block?: boolean;
};

/** The classes of a button, for other elements (a router's link). */
export function buttonClass(
  { variant = 'primary', size = 'md', block = false }: ButtonLook = {},
  ...more: (string | undefined)[]
): string {
  return classNames(
    'btn',
    variant !== 'primary' && `btn--${variant}`,
    size !== 'md' && `btn--${size}`,
    block && 'btn--block',
    ...more,
  );
}

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Busy: shows a spinner, and a press does nothing. It keeps the focus, which a disabled button would lose. */
    loading?: boolean;
    /** Before the text; replaced by the spinner while loading. */
    icon?: ReactNode;
  };

/** A button; `type="button"` by default. */
export function Button({
  variant,
  size,
  block,
  loading = false,
  icon,
  disabled,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, block }, className)}
      disabled={disabled === true && !loading}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      // Also for Enter in a field, which presses the form's button.
      onClick={loading ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  );
}

/**
 * A link that looks like a button and loads a document. For links to our pages: `<PageLink className={buttonClass()}>`.
 */
export function LinkButton({
  variant,
  size,
  block,
  className,
  ...rest
}: ButtonLook & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a className={buttonClass({ variant, size, block }, className)} {...rest} />;
}

/** A square icon button; `label` is its accessible name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: { label: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" className={classNames('icon-btn', className)} aria-label={label} {...rest}>
      {children}
    </button>
  );
}
