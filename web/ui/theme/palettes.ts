import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';

// The same in both schemes: 0 to 2 are backgrounds, 3 to 5 lines and signs, 6 to 9 text. 6 is the brand colour by day.
const tuple = (...steps: MantineColorsTuple): MantineColorsTuple => steps;

/** The colours by day. */
export const day = {
  blue: tuple(
    '#eaf5fb',
    '#d0e7f5',
    '#a0cdea',
    '#6db2df',
    '#459cd6',
    '#2c8fd1',
    '#1e8dcb',
    '#1278b0',
    '#0d6596',
    '#084f77',
  ),
  red: tuple(
    '#fdeeee',
    '#fbd1d3',
    '#f2a1a4',
    '#e86e73',
    '#dc4248',
    '#c9252b',
    '#b31218',
    '#a50e14',
    '#970a10',
    '#7c040b',
  ),
  yellow: tuple(
    '#fff8e1',
    '#ffefcc',
    '#ffdd9b',
    '#ffcb64',
    '#febb38',
    '#feb11c',
    '#f2ae00',
    '#c98f00',
    '#7d5900',
    '#5f4300',
  ),
  green: tuple(
    '#f4f9e6',
    '#e6f0c8',
    '#d0e396',
    '#b6d160',
    '#9cbd33',
    '#83a413',
    '#709000',
    '#5f7a00',
    '#516900',
    '#3f5200',
  ),
  gray: tuple(
    '#f6f8fa',
    '#eef1f4',
    '#e1e6eb',
    '#d0d7de',
    '#b4bec8',
    '#8a96a3',
    '#57636f',
    '#424d58',
    '#2c353e',
    '#1b2229',
  ),
  // Mantine's dark palette, from text to background
  dark: tuple(
    '#e8ecf0',
    '#d3dae0',
    '#a3afba',
    '#7d8a96',
    '#3d4852',
    '#2a333b',
    '#222a31',
    '#1a2026',
    '#101418',
    '#0b0e11',
  ),
};

const night: Record<Exclude<keyof typeof day, 'dark'>, MantineColorsTuple> = {
  blue: tuple(
    '#12222d',
    '#16303f',
    '#1c4157',
    '#24597a',
    '#2f7aa6',
    '#4a9fd0',
    '#6cb6e2',
    '#85c5ea',
    '#97cff0',
    '#c0e3f7',
  ),
  red: tuple(
    '#2d1719',
    '#421c1f',
    '#5a2529',
    '#7c3136',
    '#a8434a',
    '#d7666c',
    '#f08a8e',
    '#f5a0a3',
    '#f8b0b3',
    '#fccfd1',
  ),
  yellow: tuple(
    '#2a2310',
    '#3a2f10',
    '#4d3d10',
    '#6b5410',
    '#947212',
    '#c8940a',
    '#f2ae00',
    '#ffc94a',
    '#ffd575',
    '#ffe2a3',
  ),
  green: tuple(
    '#1d240f',
    '#273112',
    '#354315',
    '#4a5e18',
    '#647f1b',
    '#84a51f',
    '#9dbf3c',
    '#afce58',
    '#bcd86f',
    '#d6eaa4',
  ),
  gray: tuple(
    '#20272e',
    '#283038',
    '#313b44',
    '#3d4852',
    '#55636f',
    '#7d8a96',
    '#a3afba',
    '#bcc6cf',
    '#d3dae0',
    '#e8ecf0',
  ),
};

// backgrounds of white text by night
const fills: Record<keyof typeof night, [string, string]> = {
  blue: ['var(--fill-info)', day.blue[8]],
  red: ['var(--fill-live)', day.red[6]],
  yellow: [day.yellow[8], day.yellow[9]],
  green: ['var(--fill-good)', day.green[8]],
  gray: [day.gray[6], day.gray[7]],
};

const nightOf = (name: keyof typeof night): Record<string, string> => {
  const at = (step: number | string) => `--mantine-color-${name}-${step}`;
  const use = (step: number) => `var(${at(step)})`;
  return {
    ...Object.fromEntries(night[name].map((colour, step) => [at(step), colour])),
    [at('text')]: use(8),
    [at('filled')]: fills[name][0],
    [at('filled-hover')]: fills[name][1],
    [at('light')]: use(1),
    [at('light-hover')]: use(2),
    [at('light-color')]: use(9),
    [at('outline')]: use(8),
    [at('outline-hover')]: use(0),
  };
};

/** Makes every step of every palette follow the colour scheme. */
export const colourVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {},
  dark: {
    ...nightOf('blue'),
    ...nightOf('red'),
    ...nightOf('yellow'),
    ...nightOf('green'),
    ...nightOf('gray'),
    '--mantine-color-bright': 'var(--mantine-color-text)',
    '--mantine-color-anchor': 'var(--mantine-color-blue-8)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-4)',
  },
});
