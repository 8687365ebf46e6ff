import {
  colorsTuple,
  createTheme,
  type MantineColorsTuple,
  type ModalRootProps,
  type TooltipProps,
} from '@mantine/core';

// Mantine wants ten shades a colour; shade 4 is the token of `ui/tokens.css`.
const dark: MantineColorsTuple = [
  '#e6eaf0',
  '#a7b0bd',
  '#8a94a3',
  '#8a94a3',
  '#6b7686',
  '#2a323d',
  '#151a21',
  '#0e1116',
  '#0b0e12',
  '#080a0d',
];
/** The one accent: links, focus, selections, the main button of a screen. */
const info: MantineColorsTuple = [
  '#eaf3ff',
  '#d1e4ff',
  '#abcfff',
  '#8abcff',
  '#6ba8ff',
  '#5a97ef',
  '#4a86dc',
  '#3a74c6',
  '#2d62ad',
  '#204e91',
];
const up: MantineColorsTuple = [
  '#e2faf0',
  '#bff2dc',
  '#8fe6c1',
  '#5ad8a5',
  '#2fcb8c',
  '#28b67d',
  '#209f6d',
  '#18875c',
  '#106f4b',
  '#095639',
];
const down: MantineColorsTuple = [
  '#ffecec',
  '#ffd3d3',
  '#ffb0b0',
  '#ff8e8e',
  '#ff6b6b',
  '#ee5a5a',
  '#d84a4a',
  '#bd3b3b',
  '#9e2d2d',
  '#7c2020',
];

const warning: MantineColorsTuple = [
  '#fdf4e1',
  '#fbe7bd',
  '#f8d895',
  '#f5c86e',
  '#f2b84b',
  '#d9a341',
  '#bd8d37',
  '#a0762d',
  '#825f23',
  '#654919',
];

/**
 * Default props. Not `Modal.extend(…)`, which would bring the component into the first script of every page; and none
 * that is written into `style`, which a page rendered ahead of time may not hold: sizes are in `mantine.css`.
 */
const components = {
  Badge: { defaultProps: { variant: 'light', component: 'span' } },
  // Mantine locks the page's scrolling by a `<style>`, which the content policy forbids.
  ModalRoot: { defaultProps: { lockScroll: false, centered: true } satisfies Partial<ModalRootProps> },
  // Its own default spacing would be written into the `style` of every table.
  Table: { defaultProps: { verticalSpacing: undefined, highlightOnHover: true } },
  Tooltip: { defaultProps: { multiline: true, withArrow: true } satisfies Partial<TooltipProps> },
};

/** Written to a stylesheet at build time (vite.config.ts): the page has no inline style. */
export const theme = createTheme({
  primaryColor: 'info',
  primaryShade: 4,
  // Dark labels on filled controls: white would have a contrast of 2 to 3.
  autoContrast: true,
  black: '#0b1220',
  white: '#e6eaf0',
  colors: { dark, info, up, down, warning, stopped: colorsTuple('#ff9a52') },
  defaultRadius: 'sm',
  fontFamily:
    '"Inter Variable", "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '32px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '6px', md: '8px', lg: '8px', xl: '12px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components,
});
