import { useTranslation } from 'react-i18next';
import { TICKET_CATEGORIES } from '../../../domain/ticket.ts';

/** Puts a category into words; one that this client does not know is shown as the server names it. */
export function useCategoryName(): (category: string) => string {
  const { t } = useTranslation('support');
  return (category) => {
    const known = TICKET_CATEGORIES.find((one) => one === category);
    return known === undefined ? category : t(`category.${known}`);
  };
}
