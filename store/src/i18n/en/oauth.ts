/** The sign-in window: what stands there while it comes and goes. */
export const oauth = {
  title: 'Sign in · {{brand}}',
  leaving: { title: 'One moment', text: 'We are taking you to the sign-in page.' },
  done: {
    title: 'You can go back',
    text: 'Sign-in continues on the page where you started. This window closes automatically.',
  },
  failed: {
    title: 'You are not signed in',
    text: 'The page where you started says why. This window closes automatically.',
  },
  over: {
    title: 'This window is no longer needed',
    text: 'This sign-in has ended or has already been used. Close this window and start again at {{brand}}.',
  },
  refused: {
    title: 'This app can’t sign you in here',
    text: 'The app that opened this window isn’t set up to sign in with {{brand}}. Close the window and tell the makers of the app.',
  },
  close: 'Close this window',
};
