import type { ReactNode } from 'react';

type Way = 'tap' | 'scan' | 'type' | 'arrive';

const DRAWINGS: Record<Way, () => ReactNode> = { tap: Tap, scan: Scan, type: Type, arrive: Arrive };

/** A drawing of one step in the theme's colours: no text, no maker's design. */
export function InstallDrawing({ way, label }: { way: Way; label: string }) {
  const Drawing = DRAWINGS[way];
  return (
    <svg className="install-drawing" viewBox="0 0 240 180" role="img" aria-label={label}>
      <Drawing />
    </svg>
  );
}

/** The outline of a phone with its screen. */
function Phone({ x = 70, children }: { x?: number; children?: ReactNode }) {
  return (
    <g transform={`translate(${x} 8)`}>
      <rect className="install-drawing__case" x={0} y={0} width={100} height={164} rx={16} />
      <rect className="install-drawing__screen" x={5} y={5} width={90} height={154} rx={11} />
      <rect className="install-drawing__quiet" x={38} y={10} width={24} height={4} rx={2} />
      {children}
    </g>
  );
}

/** A line of text. */
const Line = ({ x, y, width, strong = false }: { x: number; y: number; width: number; strong?: boolean }) => (
  <rect
    className={strong ? 'install-drawing__strong' : 'install-drawing__quiet'}
    x={x}
    y={y}
    width={width}
    height={5}
    rx={2.5}
  />
);

/** A button with a line on it. */
const Press = ({ x, y, width }: { x: number; y: number; width: number }) => (
  <>
    <rect className="install-drawing__action" x={x} y={y} width={width} height={18} rx={6} />
    <rect className="install-drawing__on-action" x={x + width / 2 - 14} y={y + 6.5} width={28} height={5} rx={2.5} />
  </>
);

function Tap() {
  return (
    <Phone>
      <Line x={14} y={26} width={46} strong />
      <Line x={14} y={38} width={70} />
      <Line x={14} y={48} width={58} />
      <Press x={14} y={62} width={72} />
      <path
        className="install-drawing__sheet"
        d="M5 96 q0 -8 8 -8 h74 q8 0 8 8 v52 q0 11 -11 11 h-68 q-11 0 -11 -11 z"
      />
      <rect className="install-drawing__chip" x={38} y={98} width={24} height={18} rx={4} />
      <path className="install-drawing__chip-lines" d="M46 98 v18 M54 98 v18 M38 107 h24" />
      <Line x={24} y={122} width={52} strong />
      <Press x={18} y={134} width={64} />
      <circle className="install-drawing__touch" cx={84} cy={76} r={11} />
    </Phone>
  );
}

/** Modules of the drawn code: three finders and some dots, which no camera can read. */
const MODULES = '0110100110 1001011010 0101101001 1010010110 0010111010';

function Code({ x, y, size }: { x: number; y: number; size: number }) {
  const unit = size / 13;
  const finders: [number, number][] = [
    [0, 0],
    [9, 0],
    [0, 9],
  ];
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className="install-drawing__paper" x={-6} y={-6} width={size + 12} height={size + 12} rx={4} />
      {finders.map(([column, row]) => (
        <g key={`${column} ${row}`} transform={`translate(${column * unit} ${row * unit})`}>
          <rect
            className="install-drawing__finder"
            x={unit / 2}
            y={unit / 2}
            width={3 * unit}
            height={3 * unit}
            strokeWidth={unit}
          />
          <rect className="install-drawing__ink" x={1.5 * unit} y={1.5 * unit} width={unit} height={unit} />
        </g>
      ))}
      {MODULES.split(' ').flatMap((row, line) =>
        [...row].map(
          (module, column) =>
            module === '1' && (
              <rect
                key={`${line} ${column}`}
                className="install-drawing__ink"
                x={(column + 3) * unit}
                y={(line + 4.5) * unit}
                width={unit}
                height={unit}
              />
            ),
        ),
      )}
    </g>
  );
}

function Scan() {
  return (
    <>
      <rect className="install-drawing__case" x={6} y={30} width={132} height={92} rx={8} />
      <rect className="install-drawing__screen" x={11} y={35} width={122} height={82} rx={4} />
      <path className="install-drawing__case" d="M0 126 h144 l-8 10 h-128 z" />
      <Code x={46} y={50} size={52} />
      <Phone x={138}>
        <rect className="install-drawing__lens" x={18} y={46} width={64} height={64} rx={6} />
        <Code x={28} y={56} size={44} />
        <path
          className="install-drawing__frame"
          d="M16 58 v-12 q0 -4 4 -4 h10 M70 42 h10 q4 0 4 4 v12 M84 98 v12 q0 4 -4 4 h-10 M30 114 h-10 q-4 0 -4 -4 v-12"
        />
        <Line x={28} y={128} width={44} strong />
      </Phone>
    </>
  );
}

function Type() {
  return (
    <Phone>
      <Line x={14} y={26} width={50} strong />
      {[44, 84].map((y) => (
        <g key={y}>
          <Line x={14} y={y} width={34} />
          <rect className="install-drawing__field" x={14} y={y + 9} width={72} height={20} rx={5} />
          <Line x={20} y={y + 16.5} width={y === 44 ? 52 : 44} strong />
        </g>
      ))}
      <path className="install-drawing__caret" d="M68 97 v12" />
      <Press x={14} y={132} width={72} />
    </Phone>
  );
}

function Switch({ y, on }: { y: number; on: boolean }) {
  return (
    <>
      <rect
        className={on ? 'install-drawing__action' : 'install-drawing__off'}
        x={60}
        y={y}
        width={26}
        height={15}
        rx={7.5}
      />
      <circle className="install-drawing__knob" cx={on ? 78 : 68} cy={y + 7.5} r={5.5} />
    </>
  );
}

function Arrive() {
  return (
    <>
      <path className="install-drawing__wave" d="M196 40 a26 26 0 0 1 18 18 M200 26 a42 42 0 0 1 28 28" />
      <circle className="install-drawing__point" cx={196} cy={58} r={4} />
      <Phone>
        <Line x={14} y={26} width={50} strong />
        <rect className="install-drawing__card" x={12} y={40} width={76} height={58} rx={6} />
        <Line x={18} y={51} width={34} strong />
        <Switch y={46} on />
        <Line x={18} y={79} width={28} />
        <Switch y={74} on />
        <rect className="install-drawing__card" x={12} y={106} width={76} height={32} rx={6} />
        <Line x={18} y={120} width={30} />
        <Switch y={115} on={false} />
      </Phone>
    </>
  );
}
