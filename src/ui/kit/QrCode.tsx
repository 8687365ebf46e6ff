import { lazy, Suspense } from 'react';
import classes from './QrCode.module.css';

const Drawing = lazy(() => import('./Drawing.tsx'));

interface Props {
  /** What the code says. It is drawn here, in the page: nobody else is asked for a picture. */
  readonly text: string;
  /** Names the picture. */
  readonly title: string;
  /** Stands in its place while the drawing code is loaded. */
  readonly waiting: string;
  /** How much of it may be damaged and still be read: 7 % (L) or 15 % (M). */
  readonly level?: 'L' | 'M';
}

/** A QR code on white, whatever the theme: readers want dark on light and a quiet zone around. */
export function QrCode({ text, title, waiting, level = 'L' }: Props) {
  return (
    <div className={classes.frame}>
      <Suspense fallback={<span className={classes.waiting}>{waiting}</span>}>
        <Drawing text={text} title={title} level={level} />
      </Suspense>
    </div>
  );
}
