// The order of the layers comes first. Each component of Mantine brings its own sheet (vite.config.ts).
import './layers.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import 'virtual:mantine-theme.css';
import './fonts.css';
import '../ui/tokens.css';
import './mantine.css';

// The development server bundles Mantine beforehand, without its sheets.
if (import.meta.env.DEV) void import('@mantine/core/styles.layer.css');
