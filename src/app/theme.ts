import { createTheme, type MantineColorsTuple } from '@mantine/core';

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

/** Written to a stylesheet at build time (vite.config.ts): the page has no inline style. */
export const theme = createTheme({
  primaryColor: 'info',
  primaryShade: 4,
  // Dark labels on filled controls: white would have a contrast of 2 to 3.
  autoContrast: true,
  black: '#0b1220',
  white: '#e6eaf0',
  colors: { dark, info, up, down },
  defaultRadius: 4,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Ubuntu, Cantarell, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '11px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '4px', lg: '4px', xl: '8px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
});
