import { useTranslation } from 'react-i18next';
import type { AddressFault } from '../../domain/address/faults.ts';
import type { Failure } from '../../domain/failure.ts';
import type { AmountFault } from '../../machines/withdrawal/withdrawal.rules.ts';
import { useAddressFaultText } from '../kit/useFaultText.ts';

/** What came instead of an answer: nothing, or an error that tells nothing about the withdrawal. */
export function useLostAnswerText(failure: Failure | null): string {
  const { t } = useTranslation('withdraw');
  const status = failure?.status ?? 0;
  return status >= 500 ? t('unknown.answered', { status }) : t('unknown.noAnswer');
}

/** Puts what is wrong with the form into words (WITHDRAW-04, WITHDRAW-05). */
export function useDraftFaultText(ticker: string, network: string) {
  const { t } = useTranslation('withdraw');
  const sayAddressFault = useAddressFaultText();
  return {
    address(fault: AddressFault): string {
      if (fault.code === 'EMPTY') return t('fault.addressRequired');
      if (fault.code === 'TOO_SHORT') return t('fault.invalidAddressFormat', { least: fault.least });
      return sayAddressFault(fault, ticker, network);
    },
    amount(fault: AmountFault): string {
      if (fault.code === 'invalidAmount' && fault.typed !== undefined && fault.typed !== 'empty') {
        return t(`fault.typed.${fault.typed}`);
      }
      const { code, ...values } = fault;
      return t(`fault.${code}`, { ...values, coin: ticker });
    },
  };
}
