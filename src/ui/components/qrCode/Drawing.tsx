import { QRCodeSVG } from 'qrcode.react';

const SIZE = 200;
/** In modules: what the standard asks for. */
const QUIET_ZONE = 4;

/** In a chunk of its own: few screens show one. */
export default function Drawing({ text, title }: { readonly text: string; readonly title: string }) {
  return <QRCodeSVG value={text} title={title} size={SIZE} level="L" marginSize={QUIET_ZONE} />;
}
