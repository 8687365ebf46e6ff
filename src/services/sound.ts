/** Plays a short tone, made here: no file is loaded. */
export type Sound = () => void;

const HERTZ = 880;
/** Seconds. */
const LENGTH = 0.25;
const LOUDNESS = 0.2;

/** Silent until the user has pressed anything on the page: browsers allow no sound before. */
export function createSound(window: Pick<typeof globalThis, 'AudioContext'>): Sound {
  let context: AudioContext | null = null;
  return () => {
    context ??= new window.AudioContext();
    void context.resume();
    const tone = context.createOscillator();
    const level = context.createGain();
    const now = context.currentTime;
    tone.frequency.value = HERTZ;
    // Fades, because a tone that is cut off clicks.
    level.gain.setValueAtTime(LOUDNESS, now);
    level.gain.exponentialRampToValueAtTime(0.001, now + LENGTH);
    tone.connect(level).connect(context.destination);
    tone.start(now);
    tone.stop(now + LENGTH);
  };
}
