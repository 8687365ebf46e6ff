import { QRCodeSVG } from 'qrcode.react';

const SIZE = 200;
/** In modules: what the standard asks for. */
const QUIET_ZONE = 4;

interface Props {
  readonly text: string;
  readonly title: string;
  readonly level: 'L' | 'M';
}

/** In a chunk of its own: few screens show one. */
export default function Drawing({ text, title, level }: Props) {
  return <QRCodeSVG value={text} title={title} size={SIZE} level={level} marginSize={QUIET_ZONE} />;
}
