import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { checkReply } from '../../domain/slatepack/check.ts';
import { Message } from '../kit/Message.tsx';
import { useSlatepackFaultText } from '../kit/useFaultText.ts';

interface Props {
  /** The text of the box. */
  readonly reply: string;
  readonly message: string;
}

/** The verdict on the pasted text before it is sent. Typing never waits for the check; nothing leaves the page. */
export function ReplyVerdict({ reply, message }: Props) {
  const { t } = useTranslation('withdraw');
  const sayFault = useSlatepackFaultText();
  const settled = useDeferredValue(reply);
  const check = useMemo(() => checkReply(settled, { network: 'mainnet', message }), [settled, message]);
  if (settled.trim() === '') return null;
  if (!check.ok) return <Message kind="info">{sayFault(check)}</Message>;
  return check.slatepack.slate === null ? (
    <Message kind="info">{t('slatepack.encrypted')}</Message>
  ) : (
    <Message kind="success">{t('slatepack.sound')}</Message>
  );
}
