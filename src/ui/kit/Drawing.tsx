import { QRCodeSVG } from 'qrcode.react';

const SIZE = 200;
/** In modules, as the QR standard requires. */
const QUIET_ZONE = 4;

interface Props {
  readonly text: string;
  readonly title: string;
  readonly level: 'L' | 'M';
}

/** Lazily loaded: few screens show a QR code. */
export function Drawing({ text, title, level }: Props) {
  return <QRCodeSVG value={text} title={title} size={SIZE} level={level} marginSize={QUIET_ZONE} />;
}
