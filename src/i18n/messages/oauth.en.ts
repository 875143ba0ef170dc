/** The sign-in window: what stands there while it comes and goes. */
export const oauth = {
  title: 'Sign in · {{brand}}',
  leaving: { title: 'One moment', text: 'You are on your way to sign in.' },
  done: { title: 'You can go back', text: 'Signing in goes on where you began. This window closes by itself.' },
  failed: { title: 'You are not signed in', text: 'The page where you began says why. This window closes by itself.' },
  over: {
    title: 'This window is no longer needed',
    text: 'Its sign-in is over or was used already. Close it and start again at {{brand}}.',
  },
  close: 'Close this window',
};
