export const home = {
  title: 'Travel eSIM data plans',
  description:
    'Prepaid eSIM data for 190+ countries: choose a plan, receive the eSIM by email, scan the QR code, connect.',
  hero: {
    title: 'Land connected in 190+ countries',
    subtitle: 'Prepaid eSIM data for travel. Install at home, be online when you land.',
    destination: 'Destination',
    where: 'Where are you going?',
    getEsim: 'Get eSIM',
    viewRates: 'View rates',
    carriers: 'Premium carriers',
  },
  sample: {
    esim: '{{country}} eSIM',
    installing: 'Installing on this phone',
    installingShort: 'Installing',
    code: 'Activation code',
    oneDevice: 'One code, one phone',
    primary: 'Primary',
    roaming: 'Data roaming',
  },
  features: {
    title: 'Why travellers choose it',
    activation: {
      title: 'Instant activation',
      text: 'Your eSIM appears on screen and arrives by email as soon as you have paid. No shop to find, no card to wait for.',
    },
    coverage: {
      title: 'Global coverage',
      text: '190+ countries on premium carriers. Buy one country, one region, or a single global eSIM for the whole trip.',
    },
    security: {
      title: 'Secure activation',
      text: 'Each code installs one eSIM on one phone. Your own SIM and number stay in place for calls and messages.',
    },
  },
  steps: {
    title: 'How it works',
    subtitle: 'Set it up at home on Wi-Fi, then switch it on when you land.',
    get: { title: 'Get the eSIM', text: 'Scan the QR code, or tap Get eSIM on the phone you are travelling with.' },
    install: { title: 'Install it', text: 'Your phone adds the eSIM in under a minute. No app needed.' },
    activate: { title: 'Activate it', text: 'Follow a few simple steps: turn the line on, then turn on data roaming.' },
    plan: {
      title: 'Choose a data plan',
      text: 'Pick the data you need and pay once. When the plan ends, nothing renews by itself.',
    },
  },
  plans: {
    title: 'Choose Your eSIM Plan',
    subtitle: 'One prepaid price. No contract, and nothing is added to your bill at home.',
    tabs: 'Plan type',
    country: 'Country eSIMs',
    global: 'Global eSIMs',
    more: 'Show all {{count}} countries',
    all: 'Search all destinations',
    borders: {
      title: 'Crossing several borders?',
      text: 'One regional or global eSIM covers the whole route. Compare it with the plans for single countries.',
      action: 'Compare all plans',
    },
  },
  coverage: {
    title: 'Coverage in 190+ countries',
    subtitle: 'A local eSIM for one country, a regional one for part of the world, or a global one for everywhere.',
    from: 'from {{price}}',
    all: 'All countries',
  },
  support: {
    title: 'Support on every leg of the trip',
    subtitle: 'Before you leave, on arrival and on the way.',
    countries: { title: '190+ countries', text: 'Local, regional and global eSIMs.' },
    carriers: { title: 'Premium carriers', text: 'The same networks that locals use.' },
    payment: {
      title: 'Multiple payment options',
      text: 'The payment page shows the payment methods available to you.',
    },
    paymentCard: 'On the page of our payment provider, which alone sees your card.',
    devices: { title: 'eSIM compatible devices', text: 'Any unlocked phone that supports eSIM.' },
    questions: 'Before you leave',
    band: {
      title: 'Your next trip, already online',
      text: 'Plans start at {{price}}. Check that your phone supports eSIM, then pick a destination.',
      getEsim: 'Get eSIM',
      device: 'Check my device',
    },
  },
  questions: {
    phone: {
      title: 'Is my phone compatible?',
      text: 'It must support eSIM and be unlocked, that is, not tied to one operator. On an iPhone, look for Add eSIM in Settings, Mobile Data (called Cellular in US English). On Android, look for Add eSIM in Settings, Network & internet, SIMs. The names vary a little from one Android phone to the next.',
    },
    when: {
      title: 'When should I install the eSIM?',
      text: 'At home, on Wi-Fi, shortly before you leave. Most plans start when the eSIM first connects at your destination, some when you install it: the plan facts say which.',
    },
    number: {
      title: 'Can I keep my own number?',
      text: 'Yes. The eSIM carries data only and sits beside your own SIM, which keeps your number for calls and messages.',
    },
    end: {
      title: 'What happens when the data runs out?',
      text: 'The connection stops and nothing more is charged: every plan is prepaid. Buy another plan whenever you need one.',
    },
  },
};
