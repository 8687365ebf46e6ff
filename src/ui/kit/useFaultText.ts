import { useTranslation } from 'react-i18next';
import type { AddressFault } from '../../domain/address/faults.ts';
import type { SlatepackFault } from '../../domain/slatepack/faults.ts';

export function useSlatepackFaultText(): (fault: SlatepackFault) => string {
  const { t } = useTranslation('faults');
  return (fault) => {
    if (fault.code === 'BAD_CHAR') {
      const { character, position, isShortened } = fault;
      return t(isShortened ? 'slatepack.SHORTENED' : 'slatepack.BAD_CHAR', { character, position });
    }
    if (fault.code === 'CHECKSUM') {
      const { word, wordText } = fault;
      return word === undefined || wordText === undefined
        ? t('slatepack.CHECKSUM')
        : t('slatepack.CHECKSUM_AT', { word, wordText });
    }
    const { code, ...values } = fault;
    return t(`slatepack.${code}`, values);
  };
}

/** @param network as the venue names it; empty where it does not. */
export function useAddressFaultText(): (fault: AddressFault, coin: string, network: string) => string {
  const { t } = useTranslation('faults');
  return (fault, coin, network) => {
    if (fault.code === 'OTHER_COIN') return t('address.OTHER_COIN', { found: fault.coin, coin });
    const { code, ...values } = fault;
    return t(`address.${code}`, { ...values, coin, network: network || coin });
  };
}
