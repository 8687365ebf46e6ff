import { readServerFrame } from '../../../src/services/contract/frames.ts';
import { createFrameListeners, type FrameHub } from '../../../src/services/socket/hub.ts';
import { silentLog } from './ports.ts';

/** The hub of a page that reads the frames itself. */
export function textHub(now: () => number = () => 0, log = silentLog): FrameHub {
  const { publish, ...listeners } = createFrameListeners(log);
  let heardAt: number | null = null;
  return {
    ...listeners,
    receive(text) {
      const frame = readServerFrame(text);
      if (!frame) return null;
      heardAt = now();
      publish(frame);
      return frame.kind;
    },
    get heardAt() {
      return heardAt;
    },
  };
}
