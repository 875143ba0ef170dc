/** The offer of a new version of the site. */
export const update = {
  text: 'A new version is ready.',
  reload: 'Reload',
  later: 'Later',
};
