import {
  type ActionIcon,
  type Button,
  createTheme,
  type Fieldset,
  type Input,
  type MantineColorsTuple,
  type Menu,
  type Modal,
  type PasswordInput,
  type Tooltip,
} from '@mantine/core';

// index 6 is the brand colour; filled controls use index 8 so that white text reaches 4.5:1
const blue: MantineColorsTuple = [
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
];
const red: MantineColorsTuple = [
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
];
const yellow: MantineColorsTuple = [
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
];
const green: MantineColorsTuple = [
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
];
const gray: MantineColorsTuple = [
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
];

/** How a component looks, checked by its type alone: the theme loads no component that a page does not show. */
const look = <Component extends { extend: (how: never) => unknown }>(how: Parameters<Component['extend']>[0]) => how;

// the smallest height of what is touched
const TARGET = '2.875rem';

/** The look of the whole application: brand colours made legible, large targets, the system's own typeface. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 8,
  colors: { blue, red, yellow, green, gray },
  black: '#1b2229',
  breakpoints: { xs: '0em', sm: '36em', md: '48em', lg: '62em', xl: '75em', xxl: '87.5em' },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      // smaller on phones, so that long German words fit on a line
      h1: { fontSize: 'clamp(1.5rem, 5.5vw, 1.75rem)', lineHeight: '1.25' },
      h2: { fontSize: '1.3125rem', lineHeight: '1.35' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  components: {
    Button: look<typeof Button>({
      defaultProps: { size: 'md' },
      vars: (_theme, { size }) => ({ root: size === 'md' ? { '--button-height': TARGET } : {} }),
    }),
    ActionIcon: look<typeof ActionIcon>({ defaultProps: { size: 44, variant: 'subtle', color: 'gray' } }),
    Input: look<typeof Input>({
      defaultProps: { size: 'md' },
      vars: (_theme, { size }) => ({ wrapper: size === 'md' ? { '--input-height': TARGET } : {} }),
    }),
    // a group of inputs is labelled as a single one is
    Fieldset: look<typeof Fieldset>({ styles: { legend: { fontWeight: 600 } } }),
    InputWrapper: look<typeof Input.Wrapper>({ defaultProps: { size: 'md' } }),
    PasswordInput: look<typeof PasswordInput>({ defaultProps: { size: 'md' } }),
    // without the placeholder the first entry gets the focus; inside its landmark the menu is found by screen readers
    Menu: look<typeof Menu>({ defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } }),
    // the page already has its banner; a dialog's head must not be a second one
    Modal: look<typeof Modal>({
      defaultProps: {
        centered: true,
        padding: 'lg',
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650 } },
    }),
    Tooltip: look<typeof Tooltip>({ defaultProps: { withArrow: true, openDelay: 300 } }),
  },
});
