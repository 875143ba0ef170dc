import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { contact } from '../../../i18n/areas/contact.ts';
import { errors } from '../../../i18n/areas/errors.ts';
import { ContactPage } from './contact-page.tsx';
import { contactContext, servicesContext } from '../../context.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['contact'] };

addMessages({ contact, errors });

/** `answer`: the result of a form that was sent without script; the page itself is the same for every reader. */
export function loader({ context }: LoaderFunctionArgs) {
  const { name, address, email, phone } = context.get(servicesContext).config.merchant;
  return { facts: { name, address, email, phone }, answer: context.get(contactContext) };
}

export default function Contact() {
  return <ContactPage {...useLoaderData<typeof loader>()} />;
}
