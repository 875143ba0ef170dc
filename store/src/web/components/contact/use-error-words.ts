import type { ContactErrorKind, ContactField } from '../../../shared/contact.ts';
import { useTranslation } from '../../translation.tsx';

/** The sentence under a field of the contact form. */
export function useErrorWords() {
  const { t } = useTranslation();
  return (field: ContactField, fault: ContactErrorKind): string => {
    switch (field) {
      case 'topic':
        return t('contact.faults.topic');
      case 'name':
        return t('contact.faults.nameTooLong');
      case 'email':
        return t(fault === 'missing' ? 'errors.fields.emailMissing' : 'errors.fields.emailInvalid');
      case 'order':
        return t('contact.faults.order');
      case 'message':
        return t(fault === 'missing' ? 'contact.faults.messageMissing' : 'contact.faults.messageTooLong');
      case 'website':
        return t('contact.faults.website');
    }
  };
}
