import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { devices } from '../../../i18n/areas/devices.ts';
import { DeviceCheck } from './device-check.tsx';
import { loadDevices } from './devices-loader.ts';
import { addMessages } from '../../messages.ts';
import type { PageHandle } from '../../sheets.tsx';

export const handle: PageHandle = { sheets: ['devices'] };

addMessages({ devices });

export async function loader(args: LoaderFunctionArgs) {
  return loadDevices(args);
}

export default function DevicesPage() {
  return <DeviceCheck page={useLoaderData<typeof loader>()} />;
}
