import { Suspense } from 'react';
import { lazyPart } from './lazyPart.tsx';
import classes from './QrCode.module.css';

const Drawing = lazyPart(() => import('./Drawing.tsx'), 'Drawing');

interface Props {
  /** Drawn in the page: no third party is asked for an image. */
  readonly text: string;
  /** Accessible name of the picture. */
  readonly title: string;
  /** Shown while the drawing code loads. */
  readonly waiting: string;
  /** Error correction: 7 % (L) or 15 % (M) may be damaged. */
  readonly level?: 'L' | 'M';
}

/** On white in every theme: scanners need dark on light and a quiet zone. */
export function QrCode({ text, title, waiting, level = 'L' }: Props) {
  return (
    <div className={classes.frame}>
      <Suspense fallback={<span className={classes.waiting}>{waiting}</span>}>
        <Drawing text={text} title={title} level={level} />
      </Suspense>
    </div>
  );
}
