import type { Anchor, ChartShape } from '#shared/charts/shape.ts';
import classes from './charts.module.css';

/** Draws shapes as SVG in the colours of the scheme. */
export function Shapes({ shapes }: { shapes: readonly ChartShape[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: they are only shown, and may be alike
  return shapes.map((shape, at) => <One key={at} shape={shape} />);
}

const anchors = { start: undefined, middle: 'middle', end: 'end' } as const satisfies Record<
  Anchor,
  string | undefined
>;

function One({ shape }: { shape: ChartShape }) {
  switch (shape.is) {
    case 'rule': {
      const { as, from, to } = shape;
      return <line className={classes[as]} x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} />;
    }
    case 'line':
      return <path className={classes['line']} data-look={shape.look} d={shape.path} />;
    case 'bar': {
      const { look, x, y, width, height } = shape;
      return <rect className={classes['part']} data-look={look} x={x} y={y} width={width} height={height} />;
    }
    case 'dot': {
      const { as, at } = shape;
      return <circle className={classes[as]} cx={at[0]} cy={at[1]} r={as === 'arrived' ? 7 : 6} />;
    }
    case 'text': {
      const { as, look, at, anchor = 'start', text } = shape;
      return (
        <text className={classes[as]} data-look={look} x={at[0]} y={at[1]} textAnchor={anchors[anchor]}>
          {text}
        </text>
      );
    }
  }
}
