import { lazyPart } from '../kit/lazyPart.tsx';

/** The 404 page in the place of a trading screen; the few who come upon it load it then. */
export const NoSuchPair = lazyPart(() => import('../layout/NotFoundScreen.tsx'), 'NotFoundScreen');
