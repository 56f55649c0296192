/** How something is drawn, everywhere in a chart. */
export type Look = 'good' | 'bad' | 'info' | 'none';

type Place = readonly [x: number, y: number];

/** A part of a drawing: on a page an element of SVG, in a PDF the same on paper. */
export type Shape =
  | { is: 'rule'; as: 'grid' | 'ceiling' | 'wait' | 'late'; from: Place; to: Place }
  /** As SVG writes a path. */
  | { is: 'line'; look: Look; path: string }
  | { is: 'bar'; look: Look; x: number; y: number; width: number; height: number }
  | { is: 'dot'; as: 'expected' | 'arrived'; at: Place }
  /** Stands on `at`; `inside` is the bar it stands in. */
  | { is: 'text'; as: 'label' | 'axis' | 'end' | 'inside'; look?: Look; at: Place; anchor?: Anchor; text: string };

/** Which end of a text stands at its place. */
export type Anchor = 'start' | 'middle' | 'end';

/** Shapes in the order of drawing, the later ones above. */
export interface Drawing {
  width: number;
  height: number;
  shapes: readonly Shape[];
}

/** What a look means in a drawing. */
export interface LegendItem {
  look: Look;
  label: string;
  isLine?: boolean;
}

/** How high letters are, in the unit of drawings; what stands in the middle of a line is lowered by a third of it. */
export const letterHeight = 13;

/** How far a text is lowered so that a line goes through its middle. */
export const lowered = 0.33 * letterHeight;
