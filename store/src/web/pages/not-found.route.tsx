import { data, type LoaderFunctionArgs } from 'react-router';
import { refusalContext } from '../context.ts';

/** Every unknown URL, and every refused request: the root's error boundary renders the page. */
export function loader({ context }: LoaderFunctionArgs): never {
  throw data(null, { status: context.get(refusalContext) });
}

export default function NotFoundRoute() {
  return null;
}
