import { data } from 'react-router';

/** Every address that leads nowhere: the root's error boundary shows the page. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return null;
}
