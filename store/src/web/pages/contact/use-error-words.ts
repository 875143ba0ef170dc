import type { ContactField } from '../../../shared/forms/contact.ts';
import type { FieldRule } from '../../../shared/forms/fields.ts';
import { useTranslation } from '../../translation.tsx';

/** The sentence under a field of the contact form. */
export function useErrorWords() {
  const { t } = useTranslation();
  return (field: ContactField, rule: FieldRule): string => {
    switch (field) {
      case 'topic':
        return t('contact.faults.topic');
      case 'name':
        return t('contact.faults.nameTooLong');
      case 'email':
        return t(rule === 'required' ? 'errors.fields.emailMissing' : 'errors.fields.emailInvalid');
      case 'order':
        return t('contact.faults.order');
      case 'language':
        return t('contact.faults.language');
      case 'message':
        return t(rule === 'required' ? 'contact.faults.messageMissing' : 'contact.faults.messageTooLong');
      case 'website':
        return t('contact.faults.website');
    }
  };
}
