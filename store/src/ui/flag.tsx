import { classNames } from './class-names.ts';

const SIZES = { xs: [20, 15], sm: [28, 21], md: [40, 30], lg: [72, 54] } as const;

/** A flag at 4:3, decorative: it always stands next to the country's name. */
export function Flag({ src, size = 'md', lazy = false }: { src: string; size?: keyof typeof SIZES; lazy?: boolean }) {
  const [width, height] = SIZES[size];
  return (
    <img
      className={classNames('flag', size !== 'md' && `flag--${size}`)}
      src={src}
      alt=""
      width={width}
      height={height}
      loading={lazy ? 'lazy' : undefined}
    />
  );
}
