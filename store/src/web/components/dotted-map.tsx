/**
 * A dotted map from a file of ours, in the colours of the theme: the page's custom properties reach a file that is used, while
 * one in an `img` knows only its own light colours. Without `label` it is decoration.
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
