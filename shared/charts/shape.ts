export type Look = 'good' | 'bad' | 'info' | 'none';

type Place = readonly [x: number, y: number];

/** A shape: an SVG element on a page, the same graphic in a PDF. */
export type ChartShape =
  | { is: 'rule'; as: 'grid' | 'ceiling' | 'wait' | 'late'; from: Place; to: Place }
  /** In SVG path syntax. */
  | { is: 'line'; look: Look; path: string }
  | { is: 'bar'; look: Look; x: number; y: number; width: number; height: number }
  | { is: 'dot'; as: 'expected' | 'arrived'; at: Place }
  /** Positioned at `at`; `inside` is the surrounding bar. */
  | { is: 'text'; as: 'label' | 'axis' | 'end' | 'inside'; look?: Look; at: Place; anchor?: Anchor; text: string };

export type Anchor = 'start' | 'middle' | 'end';

/** Shapes in drawing order; later ones are on top. */
export interface Drawing {
  width: number;
  height: number;
  shapes: readonly ChartShape[];
}

export interface LegendItem {
  look: Look;
  label: string;
  isLine?: boolean;
}

/** Letter height in drawing units. */
export const letterHeight = 13;

/** Vertical offset that centers a text on a line. */
export const lowered = 0.33 * letterHeight;
