import type { LoaderFunctionArgs } from 'react-router';
import dots from '#data/maps/dots.json' with { type: 'json' };
import type { FoundDevice } from '../../../shared/devices/device-finder.ts';
import { type BoughtIn, readBoughtIn } from '../../../shared/devices/verdict.ts';
import { cutQuery } from '../../../shared/finding/fold.ts';
import { servicesContext } from '../../context.ts';

/** The question in the URL: a model, and where it was bought. */
export type DeviceQuestion = { query: string; boughtIn: BoughtIn };

export async function loadDevices({ context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>) {
  const { devices } = context.get(servicesContext);
  const { searchParams } = new URL(request.url);
  const question: DeviceQuestion = {
    query: cutQuery(searchParams.get('model') ?? ''),
    boughtIn: readBoughtIn(searchParams.get('in')),
  };
  // The plain page is cached per version of the catalogue, so it must not depend on the wholesaler's list.
  const isPlain = question.query === '';
  const found: FoundDevice | null = isPlain ? null : await devices.find(question.query);
  const listedAt = isPlain ? null : (await devices.index()).listedAt;
  return { question, found, listedAt, families: devices.own, world: dots.world };
}

export type DevicesPage = Awaited<ReturnType<typeof loadDevices>>;
