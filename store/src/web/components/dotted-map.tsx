/**
 * A dotted map from one of our files, in the theme's colours: a file in `use` inherits the page's custom properties,
 * one in an `img` does not. Decorative without `label`.
 */
export function DottedMap({
  src,
  width,
  height,
  className,
  label,
}: {
  src: string;
  width: number;
  height: number;
  className?: string;
  label?: string;
}) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <use href={`${src}#map`} />
    </svg>
  );
}
