/** How far a channel of a pixel may be off, of 255: less than neighbouring greys of the tokens, more than rounding. */
export const TOLERANCE = 4;

export interface Pixels {
  /** Red, green, blue and opacity of each pixel, line by line. */
  readonly data: ArrayLike<number>;
  readonly width: number;
  readonly height: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Difference {
  /** Of all pixels of the larger picture, 0 to 1. */
  readonly ratio: number;
  /** Where pixels differ, as places in lines of `width`. */
  readonly places: readonly number[];
  readonly width: number;
  readonly height: number;
}

/**
 * Compares two pictures pixel by pixel. What only one of them covers differs. It runs in Chromium, which reads the
 * pictures: it may use nothing from outside of itself.
 * @param box where to compare; everywhere without one.
 */
export function differenceOf(one: Pixels, other: Pixels, tolerance: number, box?: Box): Difference {
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  const { left, top, right, bottom } = box ?? { left: 0, top: 0, right: width, bottom: height };
  const places: number[] = [];
  const isOff = (a: number, b: number): boolean =>
    Math.abs((one.data[a] ?? 0) - (other.data[b] ?? 0)) > tolerance;
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(width, right); x += 1) {
      const isInBoth = x < one.width && x < other.width && y < one.height && y < other.height;
      const a = (y * one.width + x) * 4;
      const b = (y * other.width + x) * 4;
      const isSame =
        isInBoth && !isOff(a, b) && !isOff(a + 1, b + 1) && !isOff(a + 2, b + 2) && !isOff(a + 3, b + 3);
      if (!isSame) places.push(y * width + x);
    }
  }
  return { ratio: width * height === 0 ? 0 : places.length / (width * height), places, width, height };
}

/** A PNG as base64, read in Chromium. */
export async function readPicture(text: string): Promise<ImageData> {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (!canvas) throw new Error('there is no canvas to read a picture in');
  canvas.drawImage(bitmap, 0, 0);
  return canvas.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** @returns a PNG as base64, made in Chromium. */
export async function writePicture(image: ImageData): Promise<string> {
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  let text = '';
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}
