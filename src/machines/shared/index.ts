export type { Emitted, Navigation, PageNotice, Toast, ToastKind } from './emitted.ts';
