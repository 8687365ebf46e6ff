import { createContext, use, type ReactNode } from 'react';
import { useCopy } from '../../hooks/useCopy.ts';

type Says = 'tradeId' | 'orderId';
type Copy = (text: string, says?: Says) => void;

const CopierContext = createContext<Copy | null>(null);

/** One clipboard for all values of a table. */
export function Copier({ children }: { readonly children: ReactNode }) {
  const plain = useCopy();
  const tradeId = useCopy(undefined, 'history:toast.tradeIdCopied');
  const orderId = useCopy(undefined, 'history:toast.orderIdCopied');
  const copy: Copy = (text, says) => {
    const { copy: write } = says === 'tradeId' ? tradeId : says === 'orderId' ? orderId : plain;
    write(text);
  };
  return <CopierContext value={copy}>{children}</CopierContext>;
}

export function useCopier(): Copy {
  const copy = use(CopierContext);
  if (!copy) throw new Error('useCopier needs a Copier around it');
  return copy;
}
