import {
  type ActionIcon,
  type Button,
  createTheme,
  type Fieldset,
  type Input,
  type Menu,
  type Modal,
  type PasswordInput,
  type Tooltip,
} from '@mantine/core';
import { day } from './palettes.ts';

/** Types a component's look without importing it, so that pages load only their components. */
const look = <Component extends { extend: (how: never) => unknown }>(how: Parameters<Component['extend']>[0]) => how;

// the minimum height of touch targets
const TARGET = '2.875rem';

/** The application's theme: legible brand colours, large targets, the system's typeface. */
export const theme = createTheme({
  primaryColor: 'blue',
  // a contrast of 4.5:1 for white text
  primaryShade: 8,
  colors: day,
  black: '#1b2229',
  breakpoints: { xs: '0em', sm: '36em', md: '48em', lg: '62em', xl: '75em', xxl: '87.5em' },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      // smaller on phones, for long German words
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
    // labels groups like single inputs
    Fieldset: look<typeof Fieldset>({ styles: { legend: { fontWeight: 600 } } }),
    // decorative, but Mantine leaves it unnamed
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    InputWrapper: look<typeof Input.Wrapper>({ defaultProps: { size: 'md' } }),
    PasswordInput: look<typeof PasswordInput>({ defaultProps: { size: 'md' } }),
    // focuses the first entry; inside its landmark for screen readers
    Menu: look<typeof Menu>({ defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } }),
    // the page already has a banner landmark
    Modal: look<typeof Modal>({
      defaultProps: {
        centered: true,
        padding: 'lg',
        // a stray tap must not discard input
        closeOnClickOutside: false,
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 650, lineHeight: 1.3 } },
    }),
    Tooltip: look<typeof Tooltip>({ defaultProps: { withArrow: true, openDelay: 300 } }),
  },
});
