import { createContext, use, useCallback, type ReactNode } from 'react';
import { useCopy } from '../kit/useCopy.ts';

type Says = 'tradeId' | 'orderId';
type Copy = (text: string, says?: Says) => void;

const CopierContext = createContext<Copy | null>(null);

export function Copier({ children }: { readonly children: ReactNode }) {
  const { copy: plain } = useCopy();
  const { copy: tradeId } = useCopy(undefined, 'history:toast.tradeIdCopied');
  const { copy: orderId } = useCopy(undefined, 'history:toast.orderIdCopied');
  const copy = useCallback<Copy>(
    (text, says) => {
      if (says === 'tradeId') tradeId(text);
      else if (says === 'orderId') orderId(text);
      else plain(text);
    },
    [plain, tradeId, orderId],
  );
  return <CopierContext value={copy}>{children}</CopierContext>;
}

export function useCopier(): Copy {
  const copy = use(CopierContext);
  if (!copy) throw new Error('useCopier needs a Copier around it');
  return copy;
}
