import { useSelector } from '@xstate/react';
import { isSwitchingLanguage, selectLanguage } from '../../machines/app/index.ts';
import { useApp } from './app.tsx';

/** The language of the page, and how to choose another. */
export function useLanguage() {
  const { root } = useApp();
  return {
    /** Its code, such as `de`. Screens are shown once there is one. */
    language: useSelector(root, selectLanguage) ?? 'en',
    isSwitching: useSelector(root, isSwitchingLanguage),
    choose: (language: string) => root.send({ type: 'language.chosen', language }),
  };
}
