const PUBLIC = /^\/(?:how-it-works|coverage|support|plans(?:\/(?:local|regional)(?:\/[a-z-]{1,40})?|\/global)?)?$/;

/** True for pages that depend on nothing but path and language. A wrong slug is one, too: its 404 is not kept. */
export function isPublicPage(pathname: string): boolean {
  return PUBLIC.test(pathname);
}
