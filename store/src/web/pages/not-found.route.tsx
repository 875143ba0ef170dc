import { data, type LoaderFunctionArgs } from 'react-router';
import { refusalContext } from '../context.ts';

/** Every address that leads nowhere, and every request that no page takes: the root's error boundary shows the page. */
export function loader({ context }: LoaderFunctionArgs): never {
  throw data(null, { status: context.get(refusalContext) });
}

export default function NotFoundRoute() {
  return null;
}
